import { asCurrency } from '@guichet/kernel/currencies';
import { AppError } from '@guichet/kernel/errors';
import { makeId } from '@guichet/kernel/ids';
import { makeCheck } from '@guichet/kernel/validation';
import type { ApprovalRule } from '../../../accounts/approvals/limits.ts';
import { postAll } from '../../../ledger/post.ts';
import type { StaffActor } from '../../../platform/actor/actor.ts';
import { requireScope } from '../../../platform/actor/require-scope.ts';
import type { Context } from '../../../platform/context.ts';
import type { Connection } from '../../../platform/database/connect.ts';
import { bulk_priority } from '../../../platform/jobs/queries.ts';
import { reservationOf } from '../../postings.ts';
import { addSendJobs } from '../../send-job.ts';
import { payout_books } from '../books.ts';
import { pendingPayout, requireFunds } from '../create.ts';
import { readPayoutRoutes } from '../find-route.ts';
import { payouts } from '../kind.ts';
import { showBatch } from './detail.ts';
import { linesNeedApproval } from './judge-lines.ts';
import { batch_limits, kept_ms } from './limits.ts';
import { totalsOf } from './present.ts';
import {
  type Batch,
  type BatchLine,
  countConfirmed,
  endBatch,
  findSameBatch,
  insertPayouts,
  listLines,
  lockBatch,
  sumLines,
} from './queries.ts';
import { BatchConfirmation, type PayoutBatchDetail } from './schemas.ts';

type Ctx = Pick<Context, 'db' | 'clock' | 'connectors' | 'references'>;

const check = makeCheck(BatchConfirmation);

/**
 * Turns every line of a valid file into a payout, all in one transaction or none at all. Their money is reserved
 * immediately; if the merchant's rule requires a second person, all of them await approval. Confirming twice
 * returns the same result; if a different person has already confirmed the file, the error names that person.
 *
 * @throws AppError `forbidden`, `invalid_fields`, `not_found`, `insufficient_balance`, `conflict` for a batch that
 * cannot be confirmed, or whose content was confirmed before, unless `again` is the last file confirmed with it
 */
export async function confirmBatch(
  ctx: Ctx,
  actor: StaffActor,
  { id, body }: { readonly id: string; readonly body: unknown },
): Promise<PayoutBatchDetail> {
  requireScope(actor, 'payouts:create');
  const { again } = check(body);
  const { merchant_id, mode, user_id } = actor;
  const key = { merchant_id, mode, id };
  await ctx.db.transaction().execute(async (tx) => {
    const batch = await lockBatch(tx, key);
    if (!batch) throw new AppError('not_found');
    if (batch.status === 'confirmed' && batch.ended_by === user_id) return;
    requireChecked(batch);
    const at = ctx.clock.now();
    const sums = await sumLines(tx, merchant_id, [id]);
    const rules = new Map<string, ApprovalRule | undefined>();
    // Balances are locked in the order of the currency codes, so that two files cannot deadlock.
    for (const total of totalsOf(sums)) {
      rules.set(total.currency, await requireFunds(tx, { merchant_id, mode, ...total }));
    }
    await requireNew(tx, batch, { at, again });
    const lines = await listLines(tx, key, { after: 0, limit: batch_limits.lines_max });
    const needs_approval = await linesNeedApproval(tx, { merchant_id, mode, lines }, rules);
    const payout_ids = await placeLines(ctx, tx, actor, lines, {
      at,
      needs_approval,
      of: await sourceOf(tx, batch),
    });
    if (!needs_approval) {
      const keys = payout_ids.map((payout_id) => ({ merchant_id, id: payout_id }));
      await addSendJobs(tx, payouts, keys, bulk_priority);
    }
    const end = { ended_by: user_id, ended_by_name: actor.name, ended_at: at };
    await endBatch(tx, key, { status: 'confirmed', ...end });
  });
  return showBatch(ctx, actor, id);
}

/** @throws AppError `conflict` with the reason why the batch cannot be confirmed or discarded */
export function requireChecked({ status, ended_by_name }: Batch): void {
  if (status === 'checked') return;
  if (status === 'refused')
    throw new AppError('conflict', { message: 'This file has errors. Upload it again.' });
  const done = status === 'confirmed' ? 'confirmed' : 'discarded';
  throw new AppError('conflict', { message: `${ended_by_name} has already ${done} this file.` });
}

/**
 * Requires that no file with the same content was confirmed, other than the one that the person has seen and wants
 * to repeat: if somebody else has repeated it since, this file would pay once more than both intend. The balance is
 * already locked, so that of two concurrent confirmations the second sees the first.
 */
async function requireNew(
  tx: Connection,
  batch: Batch,
  { at, again }: { readonly at: Date; readonly again: string | undefined },
): Promise<void> {
  const same = await findSameBatch(tx, batch, new Date(at.getTime() - kept_ms));
  if (same?.status !== 'confirmed' || same.id === again) return;
  throw new AppError('conflict', {
    message: `A file with the same content was confirmed by ${same.ended_by_name}. Confirm that it is to be paid again.`,
  });
}

/**
 * Returns the source of a file's references: its content, and the number of earlier confirmations of that content.
 * The same file therefore makes the same payouts again after a loss of data, even if it has to be uploaded again.
 */
async function sourceOf(tx: Connection, batch: Batch): Promise<string[]> {
  return [batch.file_hash.toString('hex'), String(await countConfirmed(tx, batch))];
}

/** @returns ids of the payouts, in the order of the file */
async function placeLines(
  ctx: Ctx,
  tx: Connection,
  { merchant_id, mode, user_id, name }: StaffActor,
  lines: readonly BatchLine[],
  { at, needs_approval, of }: { readonly at: Date; readonly needs_approval: boolean; readonly of: string[] },
): Promise<string[]> {
  const findRoute = await readPayoutRoutes(ctx, tx, { merchant_id, mode });
  const payouts = [];
  const orders = [];
  for (const { batch_id, line, operator, currency, amount_minor, ...asked } of lines) {
    const money = { amount_minor, currency: asCurrency(currency) };
    const { connector, account_id } = await findRoute({ operator, money });
    const { recipient_phone, recipient_first_name, recipient_last_name, description } = asked;
    const payout = {
      ...pendingPayout({
        ...{ merchant_id, mode, id: makeId('payout'), operator, connector, account_id, ...money },
        ...{ recipient_phone, recipient_first_name, recipient_last_name, description, created_at: at },
      }),
      reference: await ctx.references.of(tx, { merchant_id, mode, kind: 'batch_payout', of, number: line }),
      needs_approval,
    };
    payouts.push(payout);
    orders.push({
      ...{ merchant_id, mode, payout_id: payout.id, batch_id, batch_line: line, created_at: at },
      ...{ made_by: user_id, made_by_name: name },
      approval: needs_approval ? ('waiting' as const) : ('not_needed' as const),
    });
  }
  await insertPayouts(tx, payouts, orders);
  await postAll(
    tx,
    payouts.map((payout) => reservationOf(payout_books, payout, at)),
  );
  return payouts.map(({ id }) => id);
}
