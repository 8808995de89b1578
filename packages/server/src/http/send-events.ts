import { Readable } from 'node:stream';
import { pause } from '@guichet/kernel/wait';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServerSentEvent } from '../api-v1/operation.ts';
import type { StreamHolder } from './limit-open.ts';
import type { Limits } from './limit-requests.ts';
import { makeRequestSignals } from './request-signals.ts';

/** Proxies close connections that are silent for too long; a comment line keeps them open. */
const usual_heartbeat_ms = 15_000;
/** Delay before a browser reconnects. */
const reconnect_ms = 2_000;

type Open = (signal: AbortSignal) => Promise<AsyncIterable<ServerSentEvent>>;

/**
 * Makes the function that responds with server-sent events (WHATWG HTML section 9.2) until they end, the client
 * disconnects or the service stops. An error thrown by `open` is handled like any other, because nothing has been
 * sent yet.
 * Each stream counts toward the limits of its holder, its address and the process.
 *
 * @param heartbeat_ms a stream that has been silent for so long sends a comment
 */
export function makeEventSender(
  app: FastifyInstance,
  limits: Pick<Limits, 'open'>,
  heartbeat_ms = usual_heartbeat_ms,
): (request: FastifyRequest, reply: FastifyReply, holder: StreamHolder, open: Open) => Promise<FastifyReply> {
  // Stopping ends streams too: browsers reconnect by themselves.
  const signalOf = makeRequestSignals(app);
  return async (request, reply, holder, open) => {
    limits.open.holdStream(request, reply, holder);
    const signal = signalOf(reply);
    const events = await open(signal);
    return reply
      .header('content-type', 'text/event-stream; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('x-accel-buffering', 'no')
      .send(Readable.from(writeEvents(events, heartbeat_ms, signal), { objectMode: false }));
  };
}

async function* writeEvents(
  events: AsyncIterable<ServerSentEvent>,
  heartbeat_ms: number,
  signal: AbortSignal,
): AsyncGenerator<string> {
  yield `retry: ${reconnect_ms}\n\n`;
  const iterator = events[Symbol.asyncIterator]();
  let wake = (): void => undefined;
  const end = (): void => wake();
  signal.addEventListener('abort', end);
  try {
    while (!signal.aborted) {
      const woken = new AbortController();
      wake = () => woken.abort();
      const next = iterator.next();
      // Adds the callback once per event, not per heartbeat: the next event may be hours away, and its promise
      // keeps every callback.
      next.then(wake, wake);
      while (!woken.signal.aborted) {
        await pause(heartbeat_ms, woken.signal);
        if (!woken.signal.aborted) yield ': still here\n\n';
      }
      if (signal.aborted) return;
      const step = await next;
      if (step.done) return;
      yield writeEvent(step.value);
    }
  } finally {
    signal.removeEventListener('abort', end);
    await iterator.return?.();
  }
}

function writeEvent(sent: ServerSentEvent): string {
  const id = sent.id === undefined ? '' : `id: ${sent.id}\n`;
  if (sent.event === null) return `${id}\n`;
  const text = 'text' in sent ? sent.text : JSON.stringify(sent.data);
  return `${id}event: ${sent.event}\ndata: ${text}\n\n`;
}
