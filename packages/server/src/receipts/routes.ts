import type { Context, VisitorActor } from '@guichet/core/platform';
import { listReceiptKeys, type ReceiptVerdict, showReceipt, verifyReceipt } from '@guichet/core/serving';
import { AppError } from '@guichet/kernel/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { makeNonce, sendPage } from '../checkout-page/answer.ts';
import { answerWithPage } from '../checkout-page/answer-with-page.ts';
import { acceptedLanguage, pickedLanguage } from '../checkout-page/language.ts';
import type { Limits } from '../http/limit-requests.ts';
import { allowEveryOrigin } from '../http/open-to-browsers.ts';
import { refuseOtherMethods } from '../http/refuse-methods.ts';
import { renderNoReceipt, renderReceiptPage, renderVerifyPage, type Visit } from './render.ts';

interface ReceiptRoute {
  Params: { reference?: string };
  Querystring: Record<string, unknown>;
}
type ReceiptRequest = FastifyRequest<ReceiptRoute>;

/**
 * Receipts: `/r/{reference}` shows one, `/verify` checks the code of one, and `/.well-known/guichet-receipts.json`
 * lists the keys with which others can check them too.
 */
export function addReceiptRoutes(ctx: Context, limits: Limits) {
  return async (app: FastifyInstance): Promise<void> => {
    const addRefusals = refuseOtherMethods(app);
    const limit = async (request: FastifyRequest, reply: FastifyReply): Promise<void> =>
      limits.byAddress(request, reply);
    // Programs get errors as JSON, as everywhere else; people get a page.
    const as_data = { onRequest: [allowEveryOrigin, limit], errorHandler: app.errorHandler };
    app.setErrorHandler((error, request, reply) =>
      answerWithPage(error, request as Parameters<typeof answerWithPage>[1], reply),
    );
    const visitOf = (request: ReceiptRequest): Visit => ({
      language: pickedLanguage(request.query.lang) ?? acceptedLanguage(request.headers['accept-language']),
      nonce: makeNonce(),
      public_url: ctx.public_url,
    });

    app.get<ReceiptRoute>('/r/:reference', { onRequest: limit }, async (request, reply) => {
      const visit = visitOf(request);
      const { nonce } = visit;
      try {
        const receipt = await showReceipt(ctx, visitor(request), request.params.reference ?? '');
        const is_play = receipt.mode === 'test';
        return sendPage(reply, { status: 200, parts: renderReceiptPage(receipt, visit), nonce, is_play });
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'receipt_not_found')) throw error;
        return sendPage(reply, { status: 404, parts: renderNoReceipt(visit), nonce });
      }
    });

    app.get<ReceiptRoute>('/verify', { onRequest: limit }, async (request, reply) => {
      const visit = visitOf(request);
      const code = codeIn(request);
      const verdict = code === null ? null : await verifyReceipt(ctx, visitor(request), code);
      const keys = (await listReceiptKeys(ctx, visitor(request))).map(({ kid, x }) => [kid, x] as const);
      const checked = code !== null && verdict !== null ? { code, verdict } : null;
      return sendPage(reply, {
        status: 200,
        parts: renderVerifyPage(checked, keys, visit),
        nonce: visit.nonce,
      });
    });

    // A saved copy of the page asks from another origin. The code is its only credential, and opens nothing else.
    app.get<ReceiptRoute>('/verify/state', as_data, async (request, reply) => {
      const verdict: ReceiptVerdict = await verifyReceipt(ctx, visitor(request), codeIn(request) ?? '');
      return reply.header('cache-control', 'no-store').send(verdict);
    });

    app.get('/.well-known/guichet-receipts.json', as_data, async (request, reply) =>
      reply
        .header('cache-control', 'public, max-age=300')
        .send({ keys: await listReceiptKeys(ctx, visitor(request)) }),
    );
    addRefusals();
  };
}

/** Returns the code that a visitor brought, alone or within the address from a receipt; null without one. */
function codeIn({ query }: ReceiptRequest): string | null {
  const { code } = query;
  if (typeof code !== 'string' || code.trim() === '') return null;
  const text = code.trim();
  const start = text.lastIndexOf('code=');
  return start === -1 ? text : (text.slice(start + 'code='.length).split('&')[0] ?? '');
}

function visitor(request: FastifyRequest): VisitorActor {
  return { kind: 'visitor', address: request.ip, request_id: request.id };
}
