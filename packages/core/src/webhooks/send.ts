import { Agent, request } from 'undici';
import { addressProblem, ForbiddenAddressError, guardedLookup } from './guard-address.ts';

/** Who we are, to a firewall for instance. */
const user_agent = 'Guichet-Webhooks/1.0';
/** Design section 10. */
const usual_deadline_ms = 15_000;
/** How much of an answer is read; the rest of the connection is dropped. */
const answer_bytes_max = 16 * 1024;
/** How much of it is kept. */
const excerpt_length_max = 4 * 1024;

/** What came of one try. A refused or broken connection is an outcome, not a fault. */
export interface SendResult {
  readonly status_code: number | null;
  readonly error: string | null;
  readonly response_excerpt: string | null;
  readonly retry_after: string | undefined;
  readonly duration_ms: number;
}

/** Posts webhooks. Close it to let go of its connections. */
export interface Sender {
  send(url: string, headers: Record<string, string>, body: string): Promise<SendResult>;
  close(): Promise<void>;
}

/**
 * Makes the function that posts webhooks: no redirects, no private addresses unless allowed, bounded in time and size.
 *
 * @param options.deadline_ms one for all: name, connection, TLS, headers and body; 15 s when left out
 */
export function makeSender(options: { networks: readonly string[]; deadline_ms?: number }): Sender {
  const { deadline_ms = usual_deadline_ms } = options;
  const allow_local = options.networks.length > 0;
  const agent = new Agent({
    connect: allow_local ? {} : { lookup: guardedLookup },
    // How many are on their way is decided by who sends.
    connections: null,
    keepAliveTimeout: 10_000,
    maxHeaderSize: 16 * 1024,
  });

  const send = async (url: string, headers: Record<string, string>, body: string): Promise<SendResult> => {
    const started_ms = performance.now();
    const duration = (): number => Math.round(performance.now() - started_ms);
    try {
      const { hostname } = new URL(url);
      if (addressProblem(hostname, allow_local)) throw new ForbiddenAddressError(hostname);
      const response = await request(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': user_agent, ...headers },
        body,
        dispatcher: agent,
        signal: AbortSignal.timeout(deadline_ms),
      });
      const response_excerpt = await readExcerpt(response.body);
      const header = response.headers['retry-after'];
      return {
        status_code: response.statusCode,
        error: null,
        response_excerpt,
        retry_after: Array.isArray(header) ? header[0] : header,
        duration_ms: duration(),
      };
    } catch (error) {
      return {
        status_code: null,
        error: describe(error, deadline_ms),
        response_excerpt: null,
        retry_after: undefined,
        duration_ms: duration(),
      };
    }
  };
  return { send, close: () => agent.destroy() };
}

async function readExcerpt(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    // Leaving the loop destroys the stream, and with it the connection.
    if (size >= answer_bytes_max) break;
  }
  // PostgreSQL text cannot hold NUL.
  return Buffer.concat(chunks)
    .toString('utf8')
    .replaceAll('\u0000', '')
    .slice(0, excerpt_length_max)
    .toWellFormed();
}

/** Short words for the log of a delivery: what an operator of the receiving server can act on. */
function describe(error: unknown, deadline_ms: number): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `no complete answer within ${deadline_ms / 1000} s`;
  const code = 'code' in error && typeof error.code === 'string' ? `${error.code}: ` : '';
  return `${code}${error.message}`.slice(0, 500);
}
