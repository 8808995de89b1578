import formbody from '@fastify/formbody';
import type { Context } from '@guichet/core/context';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { logError } from '../http/make-app.ts';
import { toAppError } from '../http/to-app-error.ts';
import { makeNonce, sendPage } from './answer.ts';
import { acceptedLanguage, pickedLanguage } from './language.ts';
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
export function addPageRoutes(ctx: Context) {
  return async (app: FastifyInstance): Promise<void> => {
    app.register(formbody);
    app.setErrorHandler((error, request, reply) => answerWithPage(error, request, reply));
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

function answerWithPage(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toAppError(error);
  logError(known, request);
  const nonce = makeNonce();
  const query = request.query as Record<string, unknown>;
  const language = pickedLanguage(query.lang) ?? acceptedLanguage(request.headers['accept-language']);
  const kind = known.code === 'session_not_found' ? 'session_unknown' : 'error';
  const html = renderBarePage({ language, nonce, kind });
  return sendPage(reply, { status: known.status, html, nonce, leaves: [] });
}
