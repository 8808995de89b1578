import type { Caller } from '@guichet/core/accounts';
import { listBalances } from '@guichet/core/ledger';
import { fundSandbox } from '@guichet/core/operations';
import type { Context } from '@guichet/core/platform';
import type { Payout, TransferKey } from '@guichet/core/testing';
import { createPayout, type PayoutObject, payouts, type TransferJob } from '@guichet/core/transfers';
import { commandOf, keyHolder } from './actors.ts';
import { makeCaller, phoneEnding } from './checkouts.ts';
import {
  jobOf,
  listTransferEvents,
  readTransfer,
  summarizeTransfer,
  type TransferTold,
} from './transfers.ts';

/** Makes a merchant in test mode with this balance in XOF. */
export async function makePayer(ctx: Context, amount = 100_000): Promise<Caller & { key: string }> {
  const caller = await makeCaller(ctx);
  await fundSandbox(ctx, commandOf(caller.merchant_id), { currency: 'XOF', amount });
  return caller;
}

/** Body of a payout of 5,000 XOF to a number that ends in these two digits, with the given fields replaced. */
export function payoutTo(digits: string, fields: object = {}) {
  return {
    amount: 5000,
    currency: 'XOF',
    operator: 'mtn_ci',
    recipient: { phone: phoneEnding(digits) },
    ...fields,
  };
}

/** Creates a payout; the job that sends it waits in the queue. */
export async function makePayout(
  ctx: Context,
  caller: Pick<Caller, 'merchant_id' | 'mode' | 'key_id'>,
  digits: string,
  fields: object = {},
): Promise<TransferKey> {
  const { value } = await createPayout(
    ctx,
    { ...keyHolder(caller.merchant_id, caller.mode), key_id: caller.key_id },
    payoutTo(digits, fields),
    null,
  );
  return { merchant_id: caller.merchant_id, id: value.id };
}

/** Reads the current row of a payout. */
export function readPayout(ctx: Context, key: TransferKey): Promise<Payout> {
  return readTransfer(ctx, payouts, key);
}

/** The key of a payout in the form used by jobs. */
export function payoutJob(key: TransferKey): TransferJob {
  return jobOf(payouts, key);
}

/** The events of a payout as its endpoints receive them. */
export function listPayoutEvents(ctx: Context, key: TransferKey): Promise<TransferTold<PayoutObject>[]> {
  return listTransferEvents(ctx, key);
}

/** Summarizes the state of a payout, in a form short enough for a table. */
export async function summarizePayout(ctx: Context, key: TransferKey) {
  const { status: payout, ...rest } = await summarizeTransfer(ctx, payouts, key);
  return { payout, ...rest };
}

/** Lists a merchant's balances, such as `XOF 95000 available, 5000 in flight`. */
export async function balancesOf(
  ctx: Context,
  { merchant_id, mode }: Pick<Caller, 'merchant_id' | 'mode'>,
): Promise<string[]> {
  const balances = await listBalances(ctx, commandOf(merchant_id, mode));
  return balances.map(
    ({ currency, available, payouts_in_flight }) =>
      `${currency} ${available} available, ${payouts_in_flight} in flight`,
  );
}
