import { AppError, type ErrorCode, errorCatalogue } from '@guichet/kernel/errors';
import { ConnectionError } from './connection-error.ts';

/** An event as received: `text` is the body that a webhook would carry, byte for byte. */
export interface StreamedEvent {
  readonly id: string;
  readonly text: string;
}

export interface StreamSource {
  /** Address of the service before `/api`, without a trailing slash. */
  readonly base_url: string;
  readonly api_key: string;
}

/** Callbacks for everything in a stream other than events. */
export interface StreamNews {
  /** Called when the service has responded. */
  open(): void;
  /** Called after each block with its id, which is the id to resume after if the connection breaks. */
  place(id: string): void;
}

/** The service sends something every 15 s, so a connection that is silent for this long is considered dead. */
const silence_ms = 40_000;

/**
 * Reads the service's stream of events until it ends.
 *
 * @param after id of the last event read; null to start now
 * @throws ConnectionError if reconnecting may succeed; AppError with the service's own code if it will not
 */
export async function* readStream(
  { base_url, api_key }: StreamSource,
  after: string | null,
  on: StreamNews,
  signal: AbortSignal,
): AsyncGenerator<StreamedEvent> {
  const silence = makeSilence();
  const address = `${base_url}/api/v1/events/stream${after === null ? '' : `?after=${encodeURIComponent(after)}`}`;
  try {
    const response = await fetch(address, {
      headers: { authorization: `Bearer ${api_key}`, accept: 'text/event-stream' },
      redirect: 'manual',
      signal: AbortSignal.any([signal, silence.signal]),
    });
    if (!response.ok) throw await readRefusal(response, base_url);
    if (!response.headers.get('content-type')?.startsWith('text/event-stream') || !response.body) {
      throw notGuichet(base_url);
    }
    on.open();
    const blocks = makeBlockReader();
    for await (const chunk of response.body) {
      silence.heard();
      for (const block of blocks(chunk)) {
        const { id, text } = readBlock(block);
        if (id === '') continue;
        if (text !== null) yield { id, text };
        on.place(id);
      }
    }
  } catch (error) {
    if (error instanceof AppError || error instanceof ConnectionError) throw error;
    throw new ConnectionError(silence.signal.aborted ? 'the connection fell silent' : reasonOf(error), {
      cause: error,
    });
  } finally {
    silence.end();
  }
}

function makeSilence(): { readonly signal: AbortSignal; heard(): void; end(): void } {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), silence_ms);
  return { signal: controller.signal, heard: () => timer.refresh(), end: () => clearTimeout(timer) };
}

/**
 * Makes a block reader. @returns a function that accepts bytes as they arrive and returns the blocks that they
 * complete
 */
function makeBlockReader(): (chunk: Uint8Array) => readonly string[] {
  const decoder = new TextDecoder();
  let rest = '';
  return (chunk) => {
    const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
    rest = blocks.pop() ?? '';
    return blocks;
  };
}

/**
 * Reads a block of server-sent events (WHATWG HTML, section 9.2.6): a block without data is not an event but may
 * have an id.
 */
function readBlock(block: string): { readonly id: string; readonly text: string | null } {
  let id = '';
  const data: string[] = [];
  for (const line of block.split('\n')) {
    // U+2028 does not end a line here, and JSON may contain it.
    const [, name, value = ''] = /^(\w+): ?(.*)$/s.exec(line) ?? [];
    if (name === 'id') id = value;
    if (name === 'data') data.push(value);
  }
  return { id, text: data.length === 0 ? null : data.join('\n') };
}

async function readRefusal(response: Response, base_url: string): Promise<Error> {
  const { status, headers } = response;
  const text = await response.text();
  const { code, message } = readEnvelope(text);
  if (status >= 500 || status === 429) {
    const wait_s = Number(headers.get('retry-after') ?? Number.NaN);
    const retry_after_ms = Number.isFinite(wait_s) ? wait_s * 1000 : null;
    return new ConnectionError(message ?? `the service responded with ${status}`, { retry_after_ms });
  }
  if (code === undefined || message === undefined) return notGuichet(base_url);
  return new AppError(code, { message: `The service refused: ${message}` });
}

function readEnvelope(text: string): { code?: ErrorCode; message?: string } {
  try {
    const { code, message, errors } = JSON.parse(text);
    if (!(code in errorCatalogue)) return {};
    const fields = Object.entries(errors ?? {}).map(([field, problems]) => ` ${field} ${String(problems)}.`);
    return { code, message: `${message}${fields.join('')}` };
  } catch {
    // The text is not JSON, or not an object: it was not sent by Guichet.
    return {};
  }
}

function notGuichet(base_url: string): AppError {
  return new AppError('not_found', {
    message: `No Guichet service streams events at ${base_url}. Check --base-url.`,
  });
}

/** Returns the reason for a failed fetch: its message is only "fetch failed", and its cause contains the reason. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (cause instanceof AggregateError && 'code' in cause) return String(cause.code);
  return cause instanceof Error ? cause.message : error.message;
}
