import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'undici';
import { type Failure, openSocket, reasonOf, type Target } from './open-socket.ts';

/** The maximum number of bytes read from a response, as for webhooks. */
const answer_bytes_max = 16 * 1024;

export interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Answer {
  readonly status: number;
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The beginning of the body. */
  readonly body: string;
  /** `cut`: longer than we read. `late`: incomplete at the deadline. */
  readonly ended: 'whole' | 'cut' | 'late' | 'broken';
  /** Whether it arrived before the whole request had been sent. */
  readonly is_early: boolean;
  readonly address: string;
  readonly duration_ms: number;
}

/**
 * Posts a message over a new connection.
 *
 * @param options.deadline_ms for everything: name, connection, TLS, headers and body
 * @param options.hold_ms pause in the middle of the body; none when omitted
 */
export async function exchange(
  target: Target,
  message: Message,
  options: { readonly deadline_ms: number; readonly hold_ms?: number },
): Promise<Answer | Failure> {
  const started_ms = performance.now();
  const signal = AbortSignal.timeout(options.deadline_ms);
  const connection = await openSocket(target, signal);
  if ('stage' in connection) return connection;
  const client = new Client(target.url.origin, {
    // In the next tick: undici does not expect a synchronous callback.
    connect: (_options, callback) => process.nextTick(() => callback(null, connection.socket)),
    maxHeaderSize: 16 * 1024,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const held = holdBack(message.body, options.hold_ms);
  try {
    const response = await client.request({
      method: 'POST',
      path: `${target.url.pathname}${target.url.search}`,
      headers: { ...message.headers, 'content-length': String(Buffer.byteLength(message.body)) },
      body: held ? held.parts : message.body,
      signal,
    });
    const is_early = held !== null && !held.isSent();
    const read = await readBeginning(response.body, signal);
    return {
      status: response.statusCode,
      headers: Object.fromEntries(
        Object.entries(response.headers).map(([name, value]) => [name, [value ?? []].flat().join(', ')]),
      ),
      ...read,
      is_early,
      address: connection.address,
      duration_ms: Math.round(performance.now() - started_ms),
    };
  } catch (error) {
    return {
      stage: 'answer',
      ...reasonOf(error, signal),
      duration_ms: Math.round(performance.now() - started_ms),
    };
  } finally {
    held?.stop();
    await client.destroy();
    connection.socket.destroy();
  }
}

function holdBack(body: string, hold_ms: number | undefined) {
  if (hold_ms === undefined) return null;
  const bytes = Buffer.from(body);
  const middle = Math.floor(bytes.length / 2);
  const stopped = new AbortController();
  let is_sent = false;
  async function* parts(): AsyncGenerator<Buffer> {
    yield bytes.subarray(0, middle);
    await setTimeout(hold_ms, undefined, { signal: stopped.signal });
    is_sent = true;
    yield bytes.subarray(middle);
  }
  return { parts: Readable.from(parts()), isSent: () => is_sent, stop: () => stopped.abort() };
}

async function readBeginning(
  body: AsyncIterable<Buffer>,
  signal: AbortSignal,
): Promise<Pick<Answer, 'body' | 'ended'>> {
  const chunks: Buffer[] = [];
  let size = 0;
  const text = (): string => Buffer.concat(chunks).toString('utf8').toWellFormed();
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= answer_bytes_max) return { body: text(), ended: 'cut' };
    }
    return { body: text(), ended: 'whole' };
  } catch {
    // The status has arrived, so this is a response, but not a complete one.
    return { body: text(), ended: signal.aborted ? 'late' : 'broken' };
  }
}
