import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { setTimeout } from 'node:timers/promises';
import { signatureHeaders } from '@guichet/core/events';
import type { StreamedEvent } from './read-stream.ts';

/** The user agent that the service sends to real endpoints. */
const user_agent = 'Guichet-Webhooks/1.0';
/** The same deadline as for real endpoints, for the connection, the headers and the whole body. */
const deadline_ms = 15_000;
/** Maximum length of a response that is read. */
const answer_bytes_max = 16 * 1024;
/** The delays between attempts, which give a local server time to restart. */
const waits_ms: readonly number[] = [250, 500, 1_000, 2_000];

export interface Target {
  readonly url: string;
  readonly secret: string;
  /** True to skip the check of certificates. */
  readonly insecure: boolean;
}

/** The outcome of forwarding an event to the local server. */
export interface Forwarded {
  /** The status of the response; null if there was none. */
  readonly status: number | null;
  /** The reason why there was no response. */
  readonly error: string | null;
  /** Duration of the last attempt. */
  readonly duration_ms: number;
  readonly tries: number;
}

/**
 * Posts an event to a local server as the service posts it to an endpoint: the same bytes, headers and signatures.
 * If the server cannot be reached, the event is sent a few more times; any response ends the attempts.
 */
export async function forward(target: Target, event: StreamedEvent, signal: AbortSignal): Promise<Forwarded> {
  for (let tries = 1; ; tries++) {
    const started_ms = performance.now();
    const result = await post(target, event, signal);
    const duration_ms = Math.round(performance.now() - started_ms);
    const wait_ms = waits_ms[tries - 1];
    if (result.status !== null || !result.may_come_back || wait_ms === undefined || signal.aborted) {
      return { status: result.status, error: result.error, duration_ms, tries };
    }
    // If the signal cut the pause short, the next attempt fails immediately and is reported.
    await setTimeout(wait_ms, undefined, { signal }).catch(() => undefined);
  }
}

interface Posted {
  readonly status: number | null;
  readonly error: string | null;
  /**
   * Whether the error proves that the event was not received. The server may be back later, so the event is sent
   * again.
   */
  readonly may_come_back: boolean;
}

function post(
  { url, secret, insecure }: Target,
  { id, text }: StreamedEvent,
  signal: AbortSignal,
): Promise<Posted> {
  const deadline = AbortSignal.timeout(deadline_ms);
  const headers = {
    'content-type': 'application/json',
    'user-agent': user_agent,
    ...signatureHeaders({ id, body: text, secrets: [secret], at: new Date() }),
    'content-length': String(Buffer.byteLength(text)),
  };
  const options = {
    method: 'POST',
    headers,
    signal: AbortSignal.any([signal, deadline]),
    agent: false,
  } as const;
  return new Promise((resolve) => {
    const fail = (error: NodeJS.ErrnoException): void => {
      const told = deadline.aborted ? `no complete response within ${deadline_ms / 1000} s` : reasonOf(error);
      resolve({ status: null, error: told, may_come_back: isAway(error) });
    };
    const onResponse = (response: IncomingMessage): void => {
      drain(response).then(
        () => resolve({ status: response.statusCode ?? 0, error: null, may_come_back: false }),
        fail,
      );
    };
    const outgoing = url.startsWith('https:')
      ? requestSecure(url, { ...options, rejectUnauthorized: !insecure }, onResponse)
      : requestPlain(url, options, onResponse);
    outgoing.on('error', fail);
    outgoing.end(text);
  });
}

async function drain(response: IncomingMessage): Promise<void> {
  let size = 0;
  for await (const chunk of response) {
    size += (chunk as Buffer).length;
    // Leaving the loop closes the connection.
    if (size >= answer_bytes_max) break;
  }
}

function isAway(error: NodeJS.ErrnoException): boolean {
  return error.code === 'ECONNREFUSED' || error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN';
}

function reasonOf(error: NodeJS.ErrnoException): string {
  if (error.code === 'ECONNREFUSED') return 'nothing is listening there (ECONNREFUSED)';
  return error.code === undefined ? error.message : `${error.message} (${error.code})`;
}
