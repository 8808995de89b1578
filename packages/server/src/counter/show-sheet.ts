import { sheetOf, showClosedShift } from '@guichet/core/serving';
import type { FastifyReply } from 'fastify';
import { renderLink } from '../checkout-page/parts/actions.ts';
import { renderStatus } from '../checkout-page/parts/status.ts';
import { html } from '../http/html.ts';
import { identify } from './identify.ts';
import { type CounterContext, pageOf, type ShiftRequest, sendScreen } from './request.ts';
import { isUsed, showEntry } from './show-home.ts';
import { sheetScreen } from './views/sheet.ts';

/** Shows the totals of the cashier's shift so far. */
export async function showShiftSheet(
  ctx: CounterContext,
  request: ShiftRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const who = await identify(ctx, request, isUsed(request));
  if (!who.till || !who.cashier) return showEntry(ctx, request, reply, who);
  const page = await pageOf(ctx, request, who);
  return sendScreen(reply, page, sheetScreen(page, await sheetOf(ctx, who.cashier.shift)));
}

/** Shows the closing sheet of a shift that was just closed at this till. */
export async function showSheetOf(
  ctx: CounterContext,
  request: ShiftRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const who = await identify(ctx, request, isUsed(request));
  if (!who.till) return showEntry(ctx, request, reply, who);
  const page = await pageOf(ctx, request, { till: who.till, cashier: undefined });
  const sheet = await showClosedShift(ctx, who.till.actor, request.params.id);
  if (sheet) return sendScreen(reply, page, sheetScreen(page, sheet));
  const { sheet_gone, back } = page.texts;
  const screen = {
    title: sheet_gone.title,
    look: 'status' as const,
    data: { state: 'not-found', events: null },
    main: html`${renderStatus('attention', 'calm', sheet_gone)}${renderLink('/caisse', back)}`,
  };
  return sendScreen(reply, page, screen, 404);
}
