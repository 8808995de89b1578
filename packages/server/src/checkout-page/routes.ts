import formbody from '@fastify/formbody';
import type { Context } from '@guichet/core/platform';
import { makeRankOffers } from '@guichet/core/serving';
import { AppError } from '@guichet/kernel/errors';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Limits } from '../http/limit-requests.ts';
import { refuseOtherMethods } from '../http/refuse-methods.ts';
import { answerWithPage } from './answer-with-page.ts';
import { showEntry, takeCode } from './enter-code.ts';
import { makeLeave } from './leave.ts';
import { refuseForeignForm } from './read-form.ts';
import { showApproval } from './show-approval.ts';
import { type PageContext, showPage } from './show-page.ts';
import {
  takeAgain,
  takeCancellation,
  takeChoice,
  takeDecision,
  takeOtp,
  takePayment,
  takeResend,
} from './take-forms.ts';
import { back, type TokenRequest } from './token-request.ts';

const verbs = {
  choose: takeChoice,
  pay: takePayment,
  otp: takeOtp,
  resend: takeResend,
  again: takeAgain,
  cancel: takeCancellation,
  sandbox: takeDecision,
} as const;

const asks_operator: ReadonlySet<string> = new Set(['pay', 'otp', 'resend', 'again']);

/**
 * The hosted page under `/pay/{token}`: plain forms, POST then 303 then GET. Every POST redirects to the page,
 * which shows the current state, so a double click, a reload or the back button can do no harm. `/pay` itself
 * redirects there for a short code.
 */
export function addPageRoutes(ctx: Context, limits: Limits) {
  return async (app: FastifyInstance): Promise<void> => {
    app.register(formbody);
    app.setErrorHandler((error, request: TokenRequest, reply) => answerWithPage(error, request, reply));
    // Runs before the form is read. The address is limited first, because a request refused there must not use up
    // the session's own limit.
    app.addHook('onRequest', async (request: TokenRequest, reply) => {
      const { token } = request.params;
      await limits.byAddress(request, reply);
      if (token !== undefined) await limits.byToken(token, reply);
    });
    app.addHook('preValidation', async (request) => {
      if (request.method === 'POST') refuseForeignForm(request, ctx.public_url);
    });
    const addRefusals = refuseOtherMethods(app);
    addSessionRoutes(app, { ...ctx, rankOffers: makeRankOffers(ctx) }, limits);
    app.get('/pay', async (request, reply) => showEntry(request as TokenRequest, reply));
    app.post('/pay', {
      onRequest: (request, reply) => limits.byCode(request, reply),
      handler: (request, reply) => takeCode(ctx, request as TokenRequest, reply),
    });
    addRefusals();
    // Unknown paths get a page too.
    app.route({
      method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      url: '/pay/:token/:step/*',
      exposeHeadRoute: false,
      handler: async () => {
        throw new AppError('session_not_found');
      },
    });
  };
}

function addSessionRoutes(app: FastifyInstance, ctx: PageContext, limits: Limits): void {
  const leave = makeLeave(app, ctx);
  const limitAsking = async (request: TokenRequest, reply: FastifyReply): Promise<void> =>
    limits.byAsking(request.params.token, reply);
  app.get('/pay/:token', (request: TokenRequest, reply) => showPage(ctx, request, reply));
  app.get('/pay/:token/leave', (request: TokenRequest, reply) => leave(request, reply));
  app.get('/pay/:token/sandbox', (request: TokenRequest, reply) => showApproval(ctx, request, reply));
  for (const [name, take] of Object.entries(verbs)) {
    const url = `/pay/:token/${name}`;
    app.post(url, {
      onRequest: asks_operator.has(name) ? [limitAsking] : [],
      handler: (request: TokenRequest, reply) => take(ctx, request, reply),
    });
    // A reload, a restored tab or the address bar can send a GET to a form's own URL, which then redirects to the
    // page. The URL of the choice redirects to the step `choose`, whatever was chosen before.
    const parameters: Readonly<Record<string, string>> = name === 'choose' ? { step: 'choose' } : {};
    if (name !== 'sandbox')
      app.get(url, async (request: TokenRequest, reply) => back(request, reply, parameters));
  }
  app.get('/pay/:token/:step', async (request: TokenRequest, reply) => back(request, reply));
}
