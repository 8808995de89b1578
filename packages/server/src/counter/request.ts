import type { makeTakePayment } from '@guichet/core/serving';
import { requireMerchant } from '@guichet/core/serving';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { makeNonce, sendPage } from '../checkout-page/answer.ts';
import { acceptedLanguage } from '../checkout-page/language.ts';
import type { PageContext } from '../checkout-page/show-page.ts';
import { texts as page_texts } from '../checkout-page/texts/texts.ts';
import type { Identified } from './identify.ts';
import type { CounterPage, CounterScreen } from './page.ts';
import { renderCounter } from './render.ts';
import { counter_texts } from './texts/texts.ts';

/** The context of the till: that of the hosted page, and the verb that takes a payment. */
export interface CounterContext extends PageContext {
  readonly take: ReturnType<typeof makeTakePayment>;
}

/** A request to the till, perhaps about one of its payments or shifts. */
export type ShiftRequest = FastifyRequest<{
  Params: { id: string };
  Querystring: Record<string, unknown>;
}>;

/** Returns what every screen knows, in the till's language or, before it is paired, the browser's. */
export async function pageOf(
  ctx: CounterContext,
  request: FastifyRequest,
  { till, cashier }: Pick<Identified, 'till' | 'cashier'>,
): Promise<CounterPage> {
  const language = till?.till.language ?? acceptedLanguage(request.headers['accept-language']);
  return {
    ...{ language, texts: counter_texts[language], page_texts: page_texts[language] },
    nonce: makeNonce(),
    public_url: ctx.public_url,
    now: ctx.clock.now(),
    till: till?.till ?? null,
    merchant: till ? await requireMerchant(ctx, till.till.merchant_id) : null,
    shift: cashier?.shift ?? null,
  };
}

/** Sends a screen of the till. */
export function sendScreen(
  reply: FastifyReply,
  page: CounterPage,
  screen: CounterScreen,
  status = 200,
): FastifyReply {
  const { nonce } = page;
  return sendPage(reply, { status, parts: renderCounter(page, screen), nonce, is_app: true });
}
