import { Agent, buildConnector, request } from 'undici';
import type { Http, HttpCall, HttpReply, HttpResult } from './contract.ts';
import { noteExchange } from './exchanges.ts';
import { LateError, leaveInTime, type OutgoingRequest } from './lease.ts';

/** The maximum number of connections to one provider; further requests are queued. */
const connections_max = 32;
const keep_alive_ms = 20_000;
/** Limits the time for which a provider may ask to keep an idle connection: firewalls drop such connections silently. */
const keep_alive_max_ms = 60_000;
/** If there is no connection by then, nothing was sent. */
const connect_timeout_ms = 5_000;
const answer_bytes_max = 256 * 1024;

/** Sends requests over persistent connections. Closing the client closes them. */
export interface HttpClient {
  readonly http: Http;
  close(): Promise<void>;
}

/**
 * @param connect opens connections. The service supplies one that connects to allowed addresses only; the
 * default connects anywhere, which is for tests of connectors
 */
export function makeHttp(
  connect: buildConnector.connector = buildConnector({ timeout: connect_timeout_ms }),
): HttpClient {
  const agent = new Agent({
    connections: connections_max,
    keepAliveTimeout: keep_alive_ms,
    keepAliveMaxTimeout: keep_alive_max_ms,
    connect: provingNothingSent(connect),
    maxHeaderSize: 16 * 1024,
    // Over HTTP/2 undici repeats a request that the provider's GOAWAY left open, but money calls must be sent once.
    allowH2: false,
  });
  return { http: recorded((call, signal) => send(agent, call, signal)), close: () => agent.destroy() };
}

/** There was no connection, so no part of the request was sent, whatever the reason. */
class NotConnectedError extends Error {
  constructor(cause: Error) {
    super('no connection was made', { cause });
    this.name = 'NotConnectedError';
  }
}

function provingNothingSent(connect: buildConnector.connector): buildConnector.connector {
  return (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (error) callback(new NotConnectedError(error), null);
      else callback(null, socket);
    });
}

/** Records every request of an {@link Http} for support, if something is recording. */
export function recorded(http: Http): Http {
  return async (call, signal) => {
    const started_ms = performance.now();
    const result = await http(call, signal);
    noteExchange(call, result, Math.round(performance.now() - started_ms));
    return result;
  };
}

/**
 * Sends a request. A request that still waits for a connection at its deadline is given up at once, and never sent:
 * all connections may be waiting for a provider that does not respond.
 */
async function send(agent: Agent, call: HttpCall, signal: AbortSignal): Promise<HttpResult> {
  if (signal.aborted) return too_late;
  const outgoing = leaveInTime(agent, signal);
  const { promise: given_up, resolve } = Promise.withResolvers<HttpResult>();
  const giveUp = (): void => {
    if (!outgoing.hasBegun()) resolve(too_late);
  };
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    return await Promise.race([exchange(outgoing, call, signal), given_up]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

/** The deadline came before any part of the request was sent. */
const too_late: HttpResult = { kind: 'not_sent', cause: 'timeout' };

async function exchange(outgoing: OutgoingRequest, call: HttpCall, signal: AbortSignal): Promise<HttpResult> {
  try {
    const { method, headers = {}, body = null } = call;
    const { dispatcher } = outgoing;
    const response = await request(call.url, { method, headers, body, dispatcher, signal });
    return {
      kind: 'reply',
      status: response.statusCode,
      headers: plainHeaders(response.headers),
      text: await readText(response.body),
    };
  } catch (error) {
    return describeFault(error, outgoing, signal);
  }
}

/** A fault before any part of the request was written proves that nothing was sent, whatever the fault. */
function describeFault(error: unknown, outgoing: OutgoingRequest, signal: AbortSignal): HttpResult {
  if (outgoing.hasBegun()) return { kind: 'lost', cause: signal.aborted ? 'timeout' : 'unreachable' };
  if (error instanceof NotConnectedError) return { kind: 'not_sent', cause: codeOf(error.cause) };
  if (error instanceof LateError) return signal.aborted ? too_late : { kind: 'not_sent', cause: 'late' };
  return { kind: 'not_sent', cause: codeOf(error) };
}

/** A host name with several addresses fails with an error for each. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';
}

function plainHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): HttpReply['headers'] {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
}

/** @throws Error when the response is too large: it cannot be trusted to be complete */
async function readText(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > answer_bytes_max) throw new Error('the response is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
