import { StringDecoder } from 'node:string_decoder';
import { Agent, type Dispatcher } from 'undici';
import { makeGuard } from '../../../platform/network/guard-address.ts';
import { makeOpener } from '../../../platform/network/open-connection.ts';
import type { ResolveOptions } from '../../../platform/network/resolve-name.ts';

/** Identifies us, for instance to a firewall. */
export const user_agent = 'Guichet-Webhooks/1.0';
/** The deadline of design section 10. */
const usual_deadline_ms = 15_000;
/** The maximum number of bytes read from a response body; then the connection is dropped. */
const answer_bytes_max = 16 * 1024;
/** Limits of the whole response, including headers and framing. */
const answer_bounds = { bytes_max: 128 * 1024, lines_max: 4_000 };
/** The maximum number of response bytes that are stored. */
const excerpt_bytes_max = 4 * 1024;

/** Possibly the first part of a truncated checkout token, which cannot be recognized without its end. */
const cut_token = /(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{27,71}$/;

/** The result of an attempt. A refused or broken connection is a result, not an exception. */
export interface SendResult {
  readonly status_code: number | null;
  readonly error: string | null;
  readonly response_excerpt: string | null;
  readonly retry_after: string | undefined;
  readonly duration_ms: number;
}

/** Posts webhooks; closing it closes its connections. */
export interface Sender {
  send(url: string, headers: Record<string, string>, body: string): Promise<SendResult>;
  close(): Promise<void>;
}

export interface SenderOptions {
  /** Private networks (CIDR) that may be reached in addition to the public internet. */
  readonly networks: readonly string[];
  /** The deadline for everything: name resolution, connection, TLS, headers and body; 15 s when omitted. */
  readonly deadline_ms?: number;
  readonly resolve?: ResolveOptions;
}

/** Makes the sender of webhooks: no redirects, no proxy, no disallowed address, limited time and size. */
export function makeSender({ networks, deadline_ms = usual_deadline_ms, resolve }: SenderOptions): Sender {
  const guard = makeGuard(networks, resolve);
  const opener = makeOpener({ guardOf: () => guard, timeout_ms: deadline_ms, bounds: answer_bounds });
  const agent = new Agent({
    connect: opener.open,
    // The dispatcher limits the number in flight.
    connections: null,
    keepAliveTimeout: 10_000,
    maxHeaderSize: 16 * 1024,
    // Our own deadline covers everything.
    headersTimeout: 0,
    bodyTimeout: 0,
    allowH2: false,
  });
  const send: Sender['send'] = (url, headers, body) =>
    new Promise((settle) => {
      const started_ms = performance.now();
      const exchange = makeExchange((outcome) => {
        clearTimeout(timer);
        settle({ ...outcome, duration_ms: Math.round(performance.now() - started_ms) });
      });
      const timer = setTimeout(
        () => exchange.fail(new Error(`no complete response within ${deadline_ms / 1000} s`)),
        deadline_ms,
      );
      try {
        const { origin, pathname, search, username, password } = new URL(url);
        if (username !== '' || password !== '') throw new Error('the address has a user name or password');
        const all_headers = { 'content-type': 'application/json', 'user-agent': user_agent, ...headers };
        const path = pathname + search;
        agent.dispatch({ origin, path, method: 'POST', headers: all_headers, body }, exchange.handler);
      } catch (error) {
        exchange.fail(error);
      }
    });
  return {
    send,
    close: async () => {
      opener.close();
      await agent.destroy();
    },
  };
}

type Outcome = Omit<SendResult, 'duration_ms'>;

/** Created once: this error is never shown, so a stack for each webhook would be wasted. */
const enough = new Error('enough of the response was read');

/** A request and its response. It ends once: with the response, or by {@link Exchange.fail}. */
interface Exchange {
  readonly handler: Dispatcher.DispatchHandler;
  fail(error: unknown): void;
}

function makeExchange(settle: (outcome: Outcome) => void): Exchange {
  let controller: Dispatcher.DispatchController | undefined;
  let ended: Error | undefined;
  let status_code = 0;
  let retry_after: string | undefined;
  const excerpt = makeExcerpt();
  let size = 0;

  const end = (outcome: Outcome, reason: Error): void => {
    if (ended) return;
    ended = reason;
    settle(outcome);
  };
  const fail = (error: unknown): void => {
    const reason = error instanceof Error ? error : new Error(String(error));
    end(
      { status_code: null, error: describe(reason), response_excerpt: null, retry_after: undefined },
      reason,
    );
    controller?.abort(reason);
  };
  const succeed = (): void => {
    end({ status_code, error: null, response_excerpt: excerpt.text(), retry_after }, enough);
  };
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart: (started) => {
      controller = started;
      // The deadline passed before there was a connection.
      if (ended) started.abort(ended);
    },
    onResponseStart: (_, status, headers) => {
      // The final response follows an interim one.
      if (status < 200) return;
      status_code = status;
      const header = headers['retry-after'];
      retry_after = Array.isArray(header) ? header[0] : header;
    },
    onResponseData: (started, chunk) => {
      if (ended) return;
      excerpt.add(chunk);
      size += chunk.length;
      if (size < answer_bytes_max) return;
      succeed();
      started.abort(enough);
    },
    onResponseEnd: succeed,
    onResponseError: (_, error) => fail(error),
  };
  return { handler, fail };
}

/**
 * Collects the beginning of a response. Decodes each chunk immediately, because buffers that are kept would survive
 * many garbage collections.
 */
function makeExcerpt(): { add(chunk: Buffer): void; text(): string } {
  let decoder: StringDecoder | undefined;
  let left_bytes = excerpt_bytes_max;
  let text = '';
  return {
    add: (chunk) => {
      if (left_bytes === 0) return;
      const part = chunk.subarray(0, left_bytes);
      left_bytes -= part.length;
      decoder ??= new StringDecoder('utf8');
      text += decoder.write(part);
    },
    text: () => {
      const whole = left_bytes > 0 ? `${text}${decoder?.end() ?? ''}` : text.replace(cut_token, '');
      // PostgreSQL text cannot contain NUL.
      return whole.replaceAll('\u0000', '');
    },
  };
}

/** Describes an error briefly for the delivery log, so that the operator of the receiving server can act on it. */
function describe(error: Error): string {
  // A name with several addresses fails with an error for each.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const { message, code }: { message: string; code?: unknown } = first instanceof Error ? first : error;
  const isCodeNeeded = typeof code === 'string' && code !== 'forbidden_address' && !message.includes(code);
  return `${isCodeNeeded ? `${code}: ` : ''}${message}`.slice(0, 500);
}
