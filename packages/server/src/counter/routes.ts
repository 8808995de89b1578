import formbody from '@fastify/formbody';
import type { Context } from '@guichet/core/platform';
import { makeCheckoutWatch, makeGroupedInsert, makeRankOffers, makeTakePayment } from '@guichet/core/serving';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { answerWithPage } from '../checkout-page/answer-with-page.ts';
import { refuseForeignForm } from '../checkout-page/read-form.ts';
import type { Limits } from '../http/limit-requests.ts';
import { refuseOtherMethods } from '../http/refuse-methods.ts';
import { makeEventSender } from '../http/send-events.ts';
import { drawAppIcon, makeManifest } from './app-manifest.ts';
import { identify } from './identify.ts';
import type { CounterContext, ShiftRequest } from './request.ts';
import { showHome } from './show-home.ts';
import { showPayment } from './show-payment.ts';
import { showSheetOf, showShiftSheet } from './show-sheet.ts';
import { followShift } from './stream.ts';
import {
  takeAsk,
  takeCancellation,
  takeClosing,
  takeLanguage,
  takeLock,
  takePairing,
  takePayment,
  takeSignIn,
} from './take-forms.ts';

/**
 * The till under `/caisse`: a phone at the counter, which an owner has paired, and at which a cashier signs in with a
 * PIN. A payment that it takes is a checkout session like any other.
 */
export function addCounterRoutes(base: Context, limits: Limits) {
  const ctx: CounterContext = {
    ...base,
    rankOffers: makeRankOffers(base),
    take: makeTakePayment(base, makeGroupedInsert(base)),
  };
  const watch = makeCheckoutWatch(base);
  return async (app: FastifyInstance): Promise<void> => {
    const sendEvents = makeEventSender(app, limits);
    app.register(formbody);
    app.setErrorHandler((error, request, reply) => answerWithPage(error, request as never, reply, '/caisse'));
    app.addHook('onRequest', async (request, reply) => limits.byAddress(request, reply));
    app.addHook('preValidation', async (request) => {
      if (request.method === 'POST') refuseForeignForm(request, ctx.public_url);
    });
    const addRefusals = refuseOtherMethods(app);
    const show = (url: string, run: Run): void => {
      app.get(url, (request: ShiftRequest, reply) => run(ctx, request, reply));
    };
    const take = (url: string, run: Run): void => {
      app.post(url, (request: ShiftRequest, reply) => run(ctx, request, reply));
    };
    show('/caisse', showHome);
    show('/caisse/payments/:id', showPayment);
    show('/caisse/shift', showShiftSheet);
    show('/caisse/shifts/:id', showSheetOf);
    app.post('/caisse/pair', {
      onRequest: (request, reply) => limits.byCode(request, reply),
      handler: (request, reply) => takePairing(ctx, request as ShiftRequest, reply),
    });
    take('/caisse/sign-in', takeSignIn);
    take('/caisse/language', takeLanguage);
    take('/caisse/lock', takeLock);
    take('/caisse/payments', takePayment);
    take('/caisse/payments/:id/ask', takeAsk(limits));
    take('/caisse/payments/:id/cancel', takeCancellation);
    take('/caisse/shift/close', takeClosing);
    // A reload or the address bar can send a GET to a form's own URL.
    for (const name of ['pair', 'sign-in', 'language', 'lock', 'payments', 'shift/close']) {
      app.get(`/caisse/${name}`, async (_request, reply) => reply.redirect('/caisse', 303));
    }
    for (const name of ['ask', 'cancel']) {
      app.get(`/caisse/payments/:id/${name}`, async (request: ShiftRequest, reply) =>
        reply.redirect(`/caisse/payments/${encodeURIComponent(request.params.id)}`, 303),
      );
    }
    app.get('/caisse/events', async (request, reply) => {
      const { till, cashier } = await identify(ctx, request, false);
      // The browser gives up an event stream that answers 204 (WHATWG HTML section 9.2.3).
      if (!till || !cashier) return reply.status(204).send();
      const { actor } = cashier;
      const { language } = till.till;
      const isStillThere = async (): Promise<boolean> => {
        const found = await identify(ctx, request, false);
        return found.cashier?.actor.shift_id === actor.shift_id;
      };
      return sendEvents(request, reply, { session_id: actor.shift_id }, async (signal) =>
        followShift(ctx, watch, { actor, language, isStillThere }, signal),
      );
    });
    app.get('/caisse/app.webmanifest', (_request, reply) =>
      sendFixed(reply, 'application/manifest+json; charset=utf-8', makeManifest()),
    );
    app.get('/caisse/icon.svg', (_request, reply) =>
      sendFixed(reply, 'image/svg+xml; charset=utf-8', drawAppIcon()),
    );
    addRefusals();
  };
}

type Run = (ctx: CounterContext, request: ShiftRequest, reply: FastifyReply) => Promise<FastifyReply>;

const day_s = 24 * 60 * 60;

function sendFixed(reply: FastifyReply, type: string, text: string): FastifyReply {
  return reply.headers({ 'content-type': type, 'cache-control': `public, max-age=${day_s}` }).send(text);
}
