import { isId } from '@guichet/kernel/ids';
import type { CashierActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { listShiftPayments, type ShiftPayment } from './queries.ts';

/** The payments that a till lists. */
const listed_max = 8;

/** A payment of a shift, with the token of its session. */
export interface TakenPayment extends Omit<ShiftPayment, 'session_token'> {
  readonly token: string;
}

/** Lists the newest payments of a cashier's shift: by default as many as a till shows. @throws AppError `forbidden` */
export async function listTaken(
  ctx: Pick<Context, 'db' | 'tokens'>,
  actor: CashierActor,
  limit = listed_max,
): Promise<TakenPayment[]> {
  requireScope(actor, 'counter:take');
  const { merchant_id, shift_id: id } = actor;
  const rows = await listShiftPayments(ctx.db, { merchant_id, id }, { limit });
  return rows.map((row) => withToken(ctx, row));
}

/** Finds a payment of a cashier's shift; undefined for any other. @throws AppError `forbidden` */
export async function findTaken(
  ctx: Pick<Context, 'db' | 'tokens'>,
  actor: CashierActor,
  payment_id: string,
): Promise<TakenPayment | undefined> {
  requireScope(actor, 'counter:take');
  if (!isId('payment', payment_id)) return undefined;
  const { merchant_id, shift_id: id } = actor;
  const [row] = await listShiftPayments(ctx.db, { merchant_id, id }, { limit: 1, id: payment_id });
  return row && withToken(ctx, row);
}

function withToken(
  { tokens }: Pick<Context, 'tokens'>,
  { session_token, ...payment }: ShiftPayment,
): TakenPayment {
  return { ...payment, token: tokens.tokenOf(session_token) };
}
