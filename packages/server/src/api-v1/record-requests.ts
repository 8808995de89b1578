import type { Caller } from '@guichet/core/api-keys/authenticate';
import type { Context } from '@guichet/core/context';
import { startRequestRecorder } from '@guichet/core/request-log/record';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { rememberAsker } from '../http/askers.ts';

/**
 * Has what callers ask written to the request log of their merchant, after they were answered.
 *
 * @returns is told whose request it is
 */
export function recordRequests(
  app: FastifyInstance,
  ctx: Context,
): (request: FastifyRequest, caller: Caller) => void {
  const recorder = startRequestRecorder(ctx);
  const callers = new WeakMap<FastifyRequest, Caller>();
  const codes = new WeakMap<FastifyRequest, string>();
  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode < 400 || typeof payload !== 'string' || !callers.has(request)) return;
    const { code } = JSON.parse(payload) as { readonly code?: unknown };
    if (typeof code === 'string') codes.set(request, code);
  });
  app.addHook('onResponse', async (request, reply) => {
    const caller = callers.get(request);
    if (!caller) return;
    const { merchant_id, mode, key_id } = caller;
    recorder.add({
      ...{ merchant_id, mode, key_id },
      id: request.id,
      method: request.method,
      path: request.url.split('?', 1)[0] ?? '',
      status: reply.statusCode,
      code: codes.get(request) ?? null,
      duration_ms: Math.round(reply.elapsedTime),
      created_at: ctx.clock.now(),
    });
  });
  app.addHook('onClose', () => recorder.stop());
  return (request, caller) => {
    callers.set(request, caller);
    rememberAsker(request, { key_id: caller.key_id, merchant_id: caller.merchant_id });
  };
}
