import type { KeyHolder } from '@guichet/core/accounts';
import type { Context } from '@guichet/core/platform';
import { startRequestRecorder } from '@guichet/core/serving';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Owner of the request's API key; null before it is known and for public requests. */
    caller: KeyHolder | null;
    /** Error code of the response. */
    refusal_code: string | null;
  }
}

/** Writes each request to its merchant's request log, after the response. */
export function recordRequests(app: FastifyInstance, ctx: Context): void {
  const recorder = startRequestRecorder(ctx);
  app.decorateRequest('caller', null);
  app.decorateRequest('refusal_code', null);
  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode < 400 || typeof payload !== 'string' || request.caller === null) return;
    const { code } = JSON.parse(payload) as { readonly code?: unknown };
    if (typeof code === 'string') request.refusal_code = code;
  });
  app.addHook('onResponse', async (request, reply) => {
    if (request.caller === null) return;
    const { merchant_id, mode, key_id } = request.caller;
    recorder.add({
      ...{ merchant_id, mode, key_id },
      id: request.id,
      method: request.method,
      path: request.url.split('?', 1)[0] ?? '',
      status: reply.statusCode,
      code: request.refusal_code,
      duration_ms: Math.round(reply.elapsedTime),
      created_at: ctx.clock.now(),
    });
  });
  app.addHook('onClose', () => recorder.stop());
}
