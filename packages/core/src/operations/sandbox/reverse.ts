import { AppError } from '@guichet/kernel/errors';
import { reverse } from '@guichet/operators/sandbox/reverse';
import { inquireAboutAttempt } from '../../payments/attempt/inquire.ts';
import { listAttempts } from '../../payments/attempt/queries.ts';
import { findPaymentById } from '../../payments/queries.ts';
import type { CommandActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import type { Mode } from '../../platform/database/columns.ts';
import { inquireTransfer } from '../../transfers/inquire.ts';
import { transfer_kinds } from '../../transfers/kinds.ts';
import { findTransferById } from '../../transfers/queries.ts';
import { callbackKey } from './callback-key.ts';
import { makeSandboxDependencies } from './make-dependencies.ts';

/** A payment, payout or refund that the sandbox operator can reverse. */
interface Paid {
  readonly mode: Mode;
  readonly reference: string;
  /** Inquires with the operator. */
  inquire(): Promise<unknown>;
}

const options = { also_ended: true };

/**
 * Reverses a paid test-mode payment, payout or refund in the operator's place, as operators sometimes do after
 * a success.
 *
 * @param id `pay_...`, `po_...` or `ref_...`
 * @returns the same id
 * @throws AppError `payment_not_found`, `payout_not_found`, `refund_not_found`, `forbidden` in live mode, `conflict` if
 * it was not paid
 */
export async function reverseSandboxObject(ctx: Context, actor: CommandActor, id: string): Promise<string> {
  requireScope(actor, 'sandbox:write');
  const paid = id.startsWith('pay_') ? await findPaid(ctx, id) : await findSent(ctx, id);
  if (paid.mode !== 'test') {
    throw new AppError('forbidden', {
      message: 'Only test payments, payouts and refunds can be reversed with this command.',
    });
  }
  const sandbox = { callback_key: callbackKey(ctx) };
  const truth = await reverse(sandbox, makeSandboxDependencies(ctx), paid.reference);
  if (truth?.kind !== 'reversed') throw notPaid(id);
  await paid.inquire();
  return id;
}

async function findPaid(ctx: Context, id: string): Promise<Paid> {
  const payment = await findPaymentById(ctx.db, id);
  if (!payment) throw new AppError('payment_not_found');
  const { merchant_id, mode } = payment;
  const attempts = await listAttempts(ctx.db, merchant_id, id);
  const attempt = attempts.find(({ status, duplicate }) => status === 'success' && !duplicate);
  if (!attempt) throw notPaid(id);
  const { id: attempt_id, reference } = attempt;
  return {
    mode,
    reference,
    inquire: () => inquireAboutAttempt(ctx, { merchant_id, attempt_id }, options),
  };
}

async function findSent(ctx: Context, id: string): Promise<Paid> {
  const kind = transfer_kinds[id.startsWith('ref_') ? 'refund' : 'payout'];
  const transfer = await findTransferById(ctx.db, kind, id);
  if (!transfer) throw new AppError(`${kind.noun}_not_found`);
  if (transfer.status !== 'success') throw notPaid(id);
  const { mode, reference } = transfer;
  return { mode, reference, inquire: () => inquireTransfer(ctx, kind, transfer, options) };
}

function notPaid(id: string): AppError {
  return new AppError('conflict', { message: `${id} was not paid, or was already reversed.` });
}
