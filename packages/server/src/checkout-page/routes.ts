import formbody from '@fastify/formbody';
import type { Context } from '@guichet/core/context';
import type { AppError } from '@guichet/kernel/errors';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Limits } from '../http/limit-requests.ts';
import { logError } from '../http/make-app.ts';
import { toAppError } from '../http/to-app-error.ts';
import { makeNonce, sendPage } from './answer.ts';
import { acceptedLanguage, pickedLanguage } from './language.ts';
import { address } from './links.ts';
import type { BarePage } from './page.ts';
import { refuseForeignForm } from './read-form.ts';
import { renderBarePage } from './render.ts';
import { showApproval } from './show-approval.ts';
import { showPage } from './show-page.ts';
import { takeCancellation, takeChoice, takeDecision, takeOtp, takePayment } from './take-forms.ts';
import { back, type TokenRequest } from './token-request.ts';

/**
 * The hosted page under `/pay/{token}`: plain forms, POST then 303 then GET. Every POST leads back to the page, which
 * shows the truth of the moment; so a double click, a reload or the back button can do no harm.
 */
export function addPageRoutes(ctx: Context, limits: Limits) {
  return async (app: FastifyInstance): Promise<void> => {
    app.register(formbody);
    app.setErrorHandler((error, request: TokenRequest, reply) => answerWithPage(error, request, reply));
    // Before the form is read. By address first: who is refused there must not use up the session's own limit.
    app.addHook('onRequest', async (request: TokenRequest, reply) => {
      await limits.byAddress(request, reply);
      await limits.byToken(request.params.token, reply);
    });
    app.addHook('preValidation', async (request) => {
      if (request.method === 'POST') refuseForeignForm(request, ctx.public_url);
    });
    const verbs = {
      choose: takeChoice,
      pay: takePayment,
      otp: takeOtp,
      cancel: takeCancellation,
      sandbox: takeDecision,
    };
    app.get('/pay/:token', (request: TokenRequest, reply) => showPage(ctx, request, reply));
    app.get('/pay/:token/sandbox', (request: TokenRequest, reply) => showApproval(ctx, request, reply));
    // A form's own address, opened again: by a reload, a restored tab, or from the address bar.
    app.get('/pay/:token/:step', async (request: TokenRequest, reply) => back(request, reply));
    for (const [name, take] of Object.entries(verbs)) {
      app.post(`/pay/:token/${name}`, (request: TokenRequest, reply) => take(ctx, request, reply));
    }
  };
}

function answerWithPage(error: unknown, request: TokenRequest, reply: FastifyReply): FastifyReply {
  const known = toAppError(error);
  logError(known, request);
  const { retry_after_s } = known;
  if (retry_after_s !== null) reply.header('retry-after', String(Math.ceil(retry_after_s)));
  const nonce = makeNonce();
  const lang = pickedLanguage(request.query.lang);
  const html = renderBarePage({
    language: lang ?? acceptedLanguage(request.headers['accept-language']),
    nonce,
    kind: kindOf(known),
    // Where a form was refused, the page itself says how things stand.
    reload_href: address(`/pay/${encodeURIComponent(request.params.token)}`, { lang }),
  });
  return sendPage(reply, { status: known.status, html, nonce, leaves: [] });
}

function kindOf({ code }: AppError): BarePage['kind'] {
  if (code === 'session_not_found') return 'session_unknown';
  return code === 'rate_limited' ? 'rate_limited' : 'error';
}
