import { setTimeout } from 'node:timers/promises';
import type { Outages } from './outages.ts';

export interface Call {
  readonly path: string;
  readonly body: object;
  /** The key of the request, which is the same for all attempts to send it. */
  readonly idempotency_key: string;
}

export interface Answer {
  readonly status: number;
  readonly data: Readonly<Record<string, unknown>>;
  readonly text: string;
}

const attempt_timeout_ms = 30_000;
const again_after_ms = 100;

/**
 * Makes the function that sends a merchant's requests, as if through a load balancer. If a process refuses
 * the connection, the request goes to the other process. Any other failure is counted, and the request is
 * repeated with the same key until it gets a response.
 */
export function makeCall(options: {
  readonly urls: readonly string[];
  readonly live_key: string;
  readonly outages: Outages;
  readonly signal: AbortSignal;
}) {
  const { urls, live_key, outages, signal } = options;
  let turn = 0;
  const send = (url: string, { path, body, idempotency_key }: Call) =>
    fetch(`${url}/api/v1${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${live_key}`,
        'content-type': 'application/json',
        'idempotency-key': idempotency_key,
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(attempt_timeout_ms),
    });
  const sendSomewhere = async (call: Call): Promise<Response | null> => {
    const first = turn++ % urls.length;
    for (const url of [...urls.slice(first), ...urls.slice(0, first)]) {
      try {
        return await send(url, call);
      } catch (error) {
        // Nothing was sent: the other process may respond.
        if (isRefused(error)) continue;
        return null;
      }
    }
    return null;
  };
  /**
   * @param superseded a signal that also ends the call, because the same request is now being sent elsewhere
   * @returns null if the call ended before a response
   */
  return async (call: Call, superseded: AbortSignal): Promise<Answer | null> => {
    while (!signal.aborted && !superseded.aborted) {
      const response = await sendSomewhere(call);
      const text = await response?.text().catch(() => null);
      if (response && typeof text === 'string' && !isTransient(response.status)) {
        outages.succeeded();
        const { data } = readBody(text);
        return { status: response.status, data: data ?? {}, text };
      }
      // A call that is abandoned at the end is not a failure of the service.
      if (signal.aborted || superseded.aborted) return null;
      const code = codeOf(text);
      outages.failed(response ? `${response.status} ${code}` : 'no answer');
      await setTimeout(code === 'recovering' ? retryAfter_ms(response) : again_after_ms);
    }
    return null;
  };
}

/**
 * Whether to repeat the request with the same key: the first request may still be running, or its process may
 * have died.
 */
function isTransient(status: number): boolean {
  return status >= 500 || status === 429 || status === 409;
}

function isRefused(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  const codes = cause instanceof AggregateError ? cause.errors : [cause];
  return codes.some((one) => (one as { code?: unknown } | undefined)?.code === 'ECONNREFUSED');
}

/**
 * The wait that the service asks for. A recovery lasts minutes: if thousands of callers retried every tenth
 * of a second, they would use up the connections allowed per address, and none would get through.
 */
function retryAfter_ms(response: Response | null): number {
  return Math.max(again_after_ms, Number(response?.headers.get('retry-after') ?? 0) * 1000);
}

/** The problem code of a response, if it has one. */
function codeOf(text: string | null | undefined): string {
  return /"code":"(\w+)"/.exec(text ?? '')?.[1] ?? '';
}

function readBody(text: string): { data?: Readonly<Record<string, unknown>> | null } {
  try {
    return JSON.parse(text);
  } catch {
    // Invalid JSON comes from a process that ended while writing.
    return {};
  }
}
