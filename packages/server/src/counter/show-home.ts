import { randomBytes } from 'node:crypto';
import { anyAmount, type FoundCashier, type FoundTill, listNames, listTaken } from '@guichet/core/serving';
import type { FastifyReply } from 'fastify';
import { formatAmount } from '../checkout-page/format.ts';
import { type Identified, identify } from './identify.ts';
import { type CounterContext, pageOf, type ShiftRequest, sendScreen } from './request.ts';
import { type KeypadState, keypadScreen } from './views/keypad.ts';
import { pairScreen } from './views/pair.ts';
import { signInScreen } from './views/sign-in.ts';

/** Shows the till's first screen: the keypad, or before it the sign-in of a cashier or the pairing of the device. */
export async function showHome(
  ctx: CounterContext,
  request: ShiftRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { code } = request.query;
  const who = await identify(ctx, request, isUsed(request));
  if (who.till && who.cashier)
    return showKeypad(ctx, request, reply, { till: who.till, cashier: who.cashier });
  return showEntry(ctx, request, reply, who, typeof code === 'string' ? code.slice(0, 20) : '');
}

/** Shows the sign-in of a cashier, or for a device that is not paired the form for the code. */
export async function showEntry(
  ctx: CounterContext,
  request: ShiftRequest,
  reply: FastifyReply,
  who: Identified,
  code = '',
): Promise<FastifyReply> {
  const page = await pageOf(ctx, request, { till: who.till, cashier: undefined });
  if (!who.till) {
    const state = { code, is_wrong: false, was_disconnected: who.was_disconnected };
    return sendScreen(reply, page, pairScreen(page, state));
  }
  const names = await listNames(ctx, who.till.actor);
  return sendScreen(reply, page, signInScreen(page, names, { chosen: undefined, refused: null }));
}

/** Shows the keypad with the newest payments of the shift. @param state after an amount that cannot be taken */
export async function showKeypad(
  ctx: CounterContext,
  request: ShiftRequest,
  reply: FastifyReply,
  { till, cashier }: { readonly till: FoundTill; readonly cashier: FoundCashier },
  state?: Pick<KeypadState, 'form' | 'amount' | 'note' | 'problem'>,
): Promise<FastifyReply> {
  const page = await pageOf(ctx, request, { till, cashier });
  const { currency } = till.till;
  const { min, max } = anyAmount(currency);
  const bounds = [formatAmount(min, page.language), formatAmount(max, page.language)] as const;
  const shown = state ?? { form: makeFormText(), amount: '', note: '', problem: null };
  const taken = await listTaken(ctx, cashier.actor);
  const screen = keypadScreen(page, currency, { ...shown, bounds }, taken);
  return sendScreen(reply, page, screen, state ? 422 : 200);
}

/** Draws the random text of a copy of the keypad. */
export function makeFormText(): string {
  return randomBytes(16).toString('base64url');
}

/** Whether a person caused the request, rather than a page that listens for changes by itself. */
export function isUsed({ headers }: ShiftRequest): boolean {
  return headers['x-guichet-unattended'] === undefined;
}
