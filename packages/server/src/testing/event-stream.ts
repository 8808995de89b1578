import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';

export interface ReceivedEvent {
  /** null if the event has none. */
  readonly id: string | null;
  readonly event: string;
  readonly data: unknown;
  /** `data` as it was received. */
  readonly text: string;
}

/** An open response of server-sent events, parsed as a browser does (WHATWG HTML section 9.2.6). */
export interface EventStream {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Everything received so far, unparsed. For a response without events, this is its body. */
  text(): string;
  /** The next event; null when the server has ended the stream. */
  next(): Promise<ReceivedEvent | null>;
  /** Disconnects without notice, like a closed tab. */
  leave(): void;
}

/** Opens a stream on a separate connection. */
export async function openEvents(
  origin: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<EventStream> {
  const response = await ask(origin, path, headers);
  let text = '';
  let read_to = 0;
  let isOver = false;
  let wake = (): void => {};
  const over = (): void => {
    isOver = true;
    wake();
  };
  response.setEncoding('utf8');
  response.on('data', (chunk: string) => {
    text += chunk;
    wake();
  });
  // A stream that is cut off emits 'error'. 'close' follows, whether it was cut off or not.
  response.on('error', over).on('close', over);
  const next = async (): Promise<ReceivedEvent | null> => {
    for (;;) {
      const end = text.indexOf('\n\n', read_to);
      if (end >= 0) {
        const block = text.slice(read_to, end);
        read_to = end + 2;
        const event = readBlock(block);
        if (event) return event;
      } else if (isOver) return null;
      else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  };
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text: () => text,
    next,
    leave: () => response.destroy(),
  };
}

function ask(
  origin: string,
  path: string,
  given: Readonly<Record<string, string>>,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { accept: 'text/event-stream', ...given };
    request(`${origin}${path}`, { agent: false, headers }, resolve).once('error', reject).end();
  });
}

/** Comments and blocks without data are not events. */
function readBlock(block: string): ReceivedEvent | null {
  const fields = block.split('\n').map((line) => /^(id|event|data): (.*)$/s.exec(line));
  const fieldOf = (name: string) => fields.find((field) => field?.[1] === name)?.[2];
  const text = fieldOf('data');
  if (text === undefined) return null;
  return { id: fieldOf('id') ?? null, event: fieldOf('event') ?? 'message', data: JSON.parse(text), text };
}
