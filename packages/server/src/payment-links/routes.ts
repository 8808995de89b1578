import { randomBytes } from 'node:crypto';
import formbody from '@fastify/formbody';
import type { Context, VisitorActor } from '@guichet/core/platform';
import {
  type LinkForm,
  link_limits,
  makeGroupedInsert,
  makeOpenLink,
  visitPaymentLink,
} from '@guichet/core/serving';
import { AppError } from '@guichet/kernel/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { makeNonce, sendPage } from '../checkout-page/answer.ts';
import { answerWithPage } from '../checkout-page/answer-with-page.ts';
import { acceptedLanguage, pickedLanguage } from '../checkout-page/language.ts';
import { address } from '../checkout-page/links.ts';
import { refuseForeignForm, textFields } from '../checkout-page/read-form.ts';
import type { Limits } from '../http/limit-requests.ts';
import { refuseOtherMethods } from '../http/refuse-methods.ts';
import { addCardRoute } from './card/route.ts';
import type { FormState } from './form.ts';
import { renderLinkPage, renderNoLink, renderRefusedPage } from './render.ts';
import type { Visit } from './visit.ts';

type LinkRequest = FastifyRequest<{ Params: { code: string }; Querystring: Record<string, unknown> }>;

/** The lengths of the random text of a copy of the page. A shorter one could be the same in two people's forms. */
const form_lengths = { min: 16, max: 64 } as const;
/** Longer than any answer that is accepted: no more is shown again. */
const shown_length_max = 400;

/**
 * The page of a payment link under `/l/{code}`. Looking at it creates nothing, so the robots that draw a card for a
 * shared address do no harm; its form creates a checkout session and leads to the hosted page.
 */
export function addLinkRoutes(ctx: Context, limits: Limits) {
  const open = makeOpenLink(ctx, makeGroupedInsert(ctx));
  return async (app: FastifyInstance): Promise<void> => {
    app.register(formbody);
    app.setErrorHandler((error, request: LinkRequest, reply) => {
      if (!(error instanceof AppError && error.code === 'payment_link_not_found'))
        return answerWithPage(
          error,
          request as never,
          reply,
          `/l/${encodeURIComponent(request.params.code)}`,
        );
      const visit = visitOf(request);
      return sendPage(reply, { status: 404, parts: renderNoLink(visit), nonce: visit.nonce });
    });
    app.addHook('onRequest', async (request, reply) => limits.byAddress(request, reply));
    app.addHook('preValidation', async (request) => {
      if (request.method === 'POST') refuseForeignForm(request, ctx.public_url);
    });
    const addRefusals = refuseOtherMethods(app);

    app.get('/l/:code', async (request: LinkRequest, reply) =>
      limits.byMisses(request, reply, () => show(ctx, request, reply, emptyForm())),
    );
    app.post('/l/:code', async (request: LinkRequest, reply) =>
      limits.byMisses(request, reply, async () => {
        const given = readForm(request);
        const opened = await open(visitor(request), given);
        switch (opened.kind) {
          case 'opened': {
            const lang = pickedLanguage(request.query.lang);
            return reply.redirect(address(`/pay/${opened.token}`, { lang }), 303);
          }
          case 'refused':
            return show(ctx, request, reply, emptyForm());
          case 'price_changed':
            return show(ctx, request, reply, {
              ...emptyForm(),
              ...given,
              ...no_problem,
              price_changed: true,
            });
          case 'incorrect':
            return show(ctx, request, reply, {
              ...given,
              amount_problem: opened.amount,
              answer_problems: opened.answers,
              price_changed: false,
              has_problem: true,
            });
        }
      }),
    );
    addCardRoute(app, ctx, limits);
    addRefusals();
  };
}

const no_problem = { amount_problem: null, answer_problems: new Map(), has_problem: false } as const;

function emptyForm(): FormState {
  return { form: makeFormText(), amount: '', answers: [], price_changed: false, ...no_problem };
}

function makeFormText(): string {
  return randomBytes(16).toString('base64url');
}

/** Shows the page of a link with the form in a state, or the reason for which it cannot be paid. */
async function show(
  ctx: Context,
  request: LinkRequest,
  reply: FastifyReply,
  state: FormState,
): Promise<FastifyReply> {
  const link = await visitPaymentLink(ctx, visitor(request), request.params.code);
  const visit = visitOf(request);
  const { nonce } = visit;
  if (link.refusal !== null) {
    const isGone = link.refusal === 'ended' || link.refusal === 'expired';
    const parts = renderRefusedPage(link, link.refusal, visit);
    return sendPage(reply, { status: isGone ? 410 : 200, parts, nonce });
  }
  const status = state.has_problem ? 422 : state.price_changed ? 409 : 200;
  return sendPage(reply, { status, parts: renderLinkPage(link, state, visit), nonce });
}

/** Reads the form of a page. A button with a suggested amount takes precedence over the field. */
function readForm({ params: { code }, body }: LinkRequest): LinkForm {
  const { form = '', amount = '', suggested, ...others } = textFields(body);
  const answers = Array.from({ length: link_limits.fields_max }, (_, index) =>
    others[`a${index}`]?.slice(0, shown_length_max),
  );
  return {
    code,
    form: form.length < form_lengths.min ? makeFormText() : form.slice(0, form_lengths.max),
    amount: (suggested ?? amount).slice(0, shown_length_max),
    answers,
  };
}

function visitOf(request: LinkRequest): Visit {
  const picked = pickedLanguage(request.query.lang);
  return {
    language: picked ?? acceptedLanguage(request.headers['accept-language']),
    is_picked: picked !== null,
    nonce: makeNonce(),
  };
}

function visitor(request: FastifyRequest): VisitorActor {
  return { kind: 'visitor', address: request.ip, request_id: request.id };
}
