import type { Context } from '@guichet/core/platform';
import { makeGroupedInsert, makeInitialize } from '@guichet/core/serving';
import type { FastifyInstance, RouteShorthandOptions } from 'fastify';
import { makeNonce, sendPage } from '../checkout-page/answer.ts';
import type { Limits } from '../http/limit-requests.ts';
import { renderReturned } from './render-returned.ts';

/** Development only. `/demo` creates a new session of the demo merchant and opens its page. */
export function addDemoRoutes(app: FastifyInstance, ctx: Context, limits: Limits, merchant_id: string): void {
  const initialize = makeInitialize(ctx, makeGroupedInsert(ctx));
  const limited: RouteShorthandOptions = {
    onRequest: async (request, reply) => limits.byAddress(request, reply),
  };

  app.get('/demo', limited, async (_request, reply) => {
    const { value } = await initialize(
      {
        ...{ kind: 'key', merchant_id, key_id: 'demo', mode: 'test', rate_limit_per_second: null },
        scopes: new Set(['payments:write']),
      },
      {
        amount: 25_000,
        currency: 'XOF',
        description: 'Pagne wax, 6 yards',
        return_url: `${ctx.public_url}/demo/returned`,
        cancel_url: `${ctx.public_url}/demo/returned`,
        customer_phone: '+2250700000042',
      },
    );
    return reply.header('cache-control', 'no-store').redirect(value.checkout_url, 303);
  });

  app.get<{ Querystring: Record<string, unknown> }>('/demo/returned', async (request, reply) => {
    const { payment_id, status } = request.query;
    const nonce = makeNonce();
    const html = renderReturned({
      nonce,
      payment_id: typeof payment_id === 'string' ? payment_id : null,
      status: typeof status === 'string' ? status : null,
    });
    return sendPage(reply, { status: 200, parts: [html], nonce });
  });
}
