import { asCurrency } from '@guichet/kernel/currencies';
import { makeId } from '@guichet/kernel/ids';
import { majorText } from '@guichet/kernel/money';
import { makeReadQuery } from '@guichet/kernel/query';
import { accounts } from '../../../ledger/accounts.ts';
import { sumAccounts } from '../../../ledger/balances/queries.ts';
import type { StaffActor } from '../../../platform/actor/actor.ts';
import { requireScope } from '../../../platform/actor/require-scope.ts';
import type { Context } from '../../../platform/context.ts';
import { type CheckedFile, checkFile } from './check-file.ts';
import { showBatch } from './detail.ts';
import { type Finding, wrong } from './findings.ts';
import { batch_limits } from './limits.ts';
import { readOffers } from './offers.ts';
import { totalsOf } from './present.ts';
import { insertBatch } from './queries.ts';
import { type PayoutBatchDetail, UploadQuery } from './schemas.ts';

type Ctx = Pick<Context, 'db' | 'clock' | 'connectors'>;

const read = makeReadQuery(UploadQuery);

/**
 * Stores a file of payouts and checks it line by line, without paying out. A valid file can then be confirmed;
 * for an invalid file, all errors are stored.
 *
 * @param content its bytes as they arrive
 * @throws AppError `forbidden`, `invalid_fields`
 */
export async function uploadBatch(
  ctx: Ctx,
  actor: StaffActor,
  {
    query,
    content,
  }: { readonly query: Readonly<Record<string, unknown>>; readonly content: AsyncIterable<Uint8Array> },
): Promise<PayoutBatchDetail> {
  requireScope(actor, 'payouts:create');
  const { file_name = '' } = read(query);
  const file = await checkFile(content, await readOffers(ctx, ctx.db, actor));
  const findings = [...file.findings, ...(await checkBalances(ctx, actor, file))];
  const errors = findings.filter(({ is_error }) => is_error).length;
  const { merchant_id, mode, user_id, name } = actor;
  const id = makeId('payout_batch');
  const batch = {
    ...{ merchant_id, id, mode },
    status: errors > 0 ? 'refused' : 'checked',
    file_name: plainName(file_name),
    ...{ file_hash: file.hash, file_bytes: file.bytes, lines: file.lines },
    ...{ errors, warnings: findings.length - errors },
    ...{ made_by: user_id, made_by_name: name, created_at: ctx.clock.now() },
  } as const;
  await ctx.db.transaction().execute((tx) => insertBatch(tx, batch, errors > 0 ? [] : file.drafts, findings));
  return showBatch(ctx, actor, id);
}

/** Checks whether the current balance in each currency is sufficient; confirmation checks it again. */
async function checkBalances(ctx: Ctx, actor: StaffActor, { drafts }: CheckedFile): Promise<Finding[]> {
  const sums = await sumAccounts(ctx.db, actor, [accounts.merchantBalance]);
  const totals = totalsOf(drafts.map((draft) => ({ ...draft, payouts: 1 })));
  return totals.flatMap(({ currency, amount_minor }) => {
    const sum = sums.find((one) => one.currency === currency);
    // The money that we owe the merchant is a credit, which the books hold as a negative amount.
    const available_minor = -(sum?.amount_minor ?? 0n);
    if (available_minor <= 0n) return [wrong('currency_without_balance', { currency })];
    if (amount_minor <= available_minor) return [];
    const text = (minor: bigint): string =>
      `${majorText({ amount_minor: minor, currency: asCurrency(currency) })} ${currency}`;
    const amounts = {
      total: text(amount_minor),
      available: text(available_minor),
      missing: text(amount_minor - available_minor),
    };
    return [wrong('balance_too_small', { currency, ...amounts })];
  });
}

/** Returns the file's name without folders and invisible characters. */
function plainName(text: string): string {
  const name = text
    .replace(/^.*[\\/]/s, '')
    .replace(/\p{Control}|\p{Format}/gu, '')
    .trim()
    .toWellFormed();
  return name.slice(0, batch_limits.file_name_length_max).toWellFormed() || 'payouts.csv';
}
