import { type Answer, exchange, type Message } from './exchange.ts';
import { explainCertificate } from './explain-certificate.ts';
import { explainConnection } from './explain-connection.ts';
import type { Explanation } from './finding.ts';
import type { Failure, Target } from './open-socket.ts';
import type { Sample } from './signed-messages.ts';

/** The endpoint under examination. */
export interface Subject {
  readonly target: Target;
  readonly sample: Sample;
  /** The deadline of webhooks, for name resolution, connection, TLS, headers and body together. */
  readonly deadline_ms: number;
}

/** Sends a message the way a webhook is sent. */
export function post(
  { target, deadline_ms }: Subject,
  message: Message,
  options: { readonly deadline_ms?: number; readonly hold_ms?: number } = {},
): Promise<Answer | Failure> {
  return exchange(target, message, { deadline_ms, ...options });
}

/** Whether a result counts as delivered. */
export function isAccepted(result: Answer | Failure): boolean {
  return 'status' in result && result.status >= 200 && result.status < 300;
}

/** Explains why there was no response, and the remedy. */
export function explainFailure(failure: Failure, url: URL): Explanation {
  const { stage, code, message, duration_ms } = failure;
  // A TLS 1.3 server rejects a client only after the handshake.
  if (stage === 'certificate' || code.startsWith('ERR_SSL')) return explainCertificate(failure, url);
  if (stage !== 'answer') return explainConnection(failure, url);
  if (code === 'timeout') {
    return {
      problem: 'no_answer',
      detail: `the request was accepted, but no response arrived within ${(duration_ms / 1000).toFixed(1)} s`,
      fix: 'check that the handler ends its response on every path, errors included, and does its work after the response',
    };
  }
  if (/^HPE_HEADER_OVERFLOW|HEADERS_OVERFLOW/.test(code)) {
    return {
      problem: 'headers_too_large',
      detail: `the headers of the response are longer than 16 KB (${code})`,
      fix: 'respond without cookies and debugging headers',
    };
  }
  if (/^(HPE_|HTTPParserError$)/.test(code)) {
    return {
      problem: 'not_http',
      detail: `the response is not HTTP/1.1 (${code}: ${message})`,
      fix: 'check the port in the URL; a web server that speaks HTTP/1.1 must listen on it',
    };
  }
  return {
    problem: 'connection_closed',
    detail: `the connection was closed after ${duration_ms} ms before a response arrived (${code}: ${message})`,
    fix: 'look for a crash in the application’s log, and for a firewall or proxy that drops the request',
  };
}
