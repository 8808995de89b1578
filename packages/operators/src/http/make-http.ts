import { Agent, buildConnector, request } from 'undici';
import type { Http, HttpCall, HttpReply, HttpResult } from './contract.ts';
import { noteExchange } from './exchanges.ts';

/** Connections to one provider at once; more requests wait in line. */
const connections_max = 32;
const keep_alive_ms = 20_000;
/** A connection that is not made by then never was: nothing has left. */
const connect_timeout_ms = 5_000;
const answer_bytes_max = 256 * 1024;

/** Sends requests over kept connections. Close it to let go of them. */
export interface HttpClient {
  readonly http: Http;
  close(): Promise<void>;
}

/**
 * @param connect opens connections. The service gives one that goes to allowed addresses only; unless given, they lead
 *   wherever an address says, which is for tests of connectors
 */
export function makeHttp(
  connect: buildConnector.connector = buildConnector({ timeout: connect_timeout_ms }),
): HttpClient {
  const agent = new Agent({
    connections: connections_max,
    keepAliveTimeout: keep_alive_ms,
    connect: provingNothingSent(connect),
    maxHeaderSize: 16 * 1024,
    // Over HTTP/2 undici sends a request again that the provider's GOAWAY left open: money calls are sent once.
    allowH2: false,
  });
  return { http: recorded((call, signal) => send(agent, call, signal)), close: () => agent.destroy() };
}

/** Nothing of a request can have left before there is a connection, whatever was wrong with that. */
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

/** Makes every request of an {@link Http} part of what is kept for support, where someone keeps it. */
export function recorded(http: Http): Http {
  return async (call, signal) => {
    const started_ms = performance.now();
    const result = await http(call, signal);
    noteExchange(call, result, Math.round(performance.now() - started_ms));
    return result;
  };
}

async function send(agent: Agent, call: HttpCall, signal: AbortSignal): Promise<HttpResult> {
  if (signal.aborted) return { kind: 'lost', cause: 'timeout' };
  try {
    const { method, headers = {}, body = null } = call;
    const response = await request(call.url, { method, headers, body, dispatcher: agent, signal });
    return {
      kind: 'reply',
      status: response.statusCode,
      headers: plainHeaders(response.headers),
      text: await readText(response.body),
    };
  } catch (error) {
    return describeFault(error, signal);
  }
}

/** There is no such request. */
const not_a_request = new Set(['ERR_INVALID_URL', 'UND_ERR_INVALID_ARG']);

function describeFault(error: unknown, signal: AbortSignal): HttpResult {
  if (error instanceof NotConnectedError) return { kind: 'not_sent', cause: codeOf(error.cause) };
  const code = codeOf(error);
  if (not_a_request.has(code)) return { kind: 'not_sent', cause: code };
  return { kind: 'lost', cause: signal.aborted ? 'timeout' : 'unreachable' };
}

/** A name with several addresses fails with one error for each. */
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

/** @throws Error when the answer is larger than any provider's: nothing in it can be trusted to be whole */
async function readText(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > answer_bytes_max) throw new Error('the answer is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
