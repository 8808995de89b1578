import { timestampText } from '@guichet/kernel/clock';
import { AppError } from '@guichet/kernel/errors';
import { findOperator } from '@guichet/operators/catalogue';
import { type Bar, findBar, mayApprove, readStanding } from '../../../accounts/approvals/standing.ts';
import { accounts } from '../../../ledger/accounts.ts';
import { sumAccounts } from '../../../ledger/balances/queries.ts';
import type { StaffActor } from '../../../platform/actor/actor.ts';
import { requireScope } from '../../../platform/actor/require-scope.ts';
import { scopes_of } from '../../../platform/actor/roles.ts';
import type { Context } from '../../../platform/context.ts';
import type { Connection } from '../../../platform/database/connect.ts';
import { listRules, type PayoutRule } from '../orders/queries.ts';
import type { Finding } from './findings.ts';
import { linesNeedApproval } from './judge-lines.ts';
import { batch_limits, kept_ms } from './limits.ts';
import { type BatchFigures, major, presentBatches, totalsOf } from './present.ts';
import {
  type Batch,
  type BatchLine,
  findBatch,
  findSameBatch,
  type LineSum,
  listFindings,
  listLines,
  listWaiting,
} from './queries.ts';
import type { PayoutBatchDetail } from './schemas.ts';
import { sayFinding } from './words.ts';

/**
 * Gets everything about a file of payouts.
 *
 * @throws AppError `forbidden`, `not_found`, also for a file of another merchant or mode
 */
export async function showBatch(
  ctx: Pick<Context, 'db' | 'clock'>,
  actor: StaffActor,
  id: string,
): Promise<PayoutBatchDetail> {
  requireScope(actor, 'payouts:read');
  const { merchant_id, mode } = actor;
  const key = { merchant_id, mode, id };
  const row = await findBatch(ctx.db, key);
  if (!row) throw new AppError('not_found');
  const [figures] = await presentBatches(ctx.db, merchant_id, [row]);
  if (!figures) throw new Error('one row is presented as one batch');
  const { batch, sums } = figures;
  const is_checked = row.status === 'checked';
  const shown = is_checked ? batch_limits.lines_shown : 0;
  const waiting = batch.states.some(({ state }) => state === 'waiting') ? await listWaiting(ctx.db, key) : [];
  const same = await findSameBatch(ctx.db, row, new Date(ctx.clock.now().getTime() - kept_ms));
  const rules = await listRules(ctx.db, actor);
  const bar = await findApprovalBar(ctx.db, actor, row, waiting.length > 0);
  const may = mayDo(actor, row, waiting.length > 0);
  return {
    batch,
    findings: (await listFindings(ctx.db, key, { offset: 0, limit: batch_limits.findings_shown })).map(
      presentFinding,
    ),
    effects: is_checked ? await presentEffects(ctx.db, actor, figures, rules) : [],
    needs_approval: is_checked && (await foreseeApproval(ctx.db, row, rules)),
    operators: sums.map(presentOperator),
    first_lines: (await listLines(ctx.db, key, { after: 0, limit: shown })).map(presentLine),
    same_as: same ? presentSame(same) : null,
    may: { ...may, approve: may.approve && bar === null },
    bar,
  };
}

/** Whether a file would require a second person's approval if it were confirmed now. */
async function foreseeApproval(db: Connection, batch: Batch, rules: readonly PayoutRule[]): Promise<boolean> {
  if (rules.length === 0) return false;
  const lines = await listLines(db, batch, { after: 0, limit: batch_limits.lines_max });
  return linesNeedApproval(db, { ...batch, lines }, new Map(rules.map((rule) => [rule.currency, rule])));
}

async function presentEffects(
  db: Connection,
  actor: StaffActor,
  { sums }: BatchFigures,
  rules: readonly PayoutRule[],
): Promise<PayoutBatchDetail['effects']> {
  const balances = await sumAccounts(db, actor, [accounts.merchantBalance]);
  return totalsOf(sums).map(({ currency, amount_minor }) => {
    // The money that we owe the merchant is a credit, which the books hold as a negative amount.
    const available_minor = -(balances.find((one) => one.currency === currency)?.amount_minor ?? 0n);
    const above = rules.find((rule) => rule.currency === currency)?.approval_above_minor ?? null;
    return {
      currency,
      available: major(available_minor, currency),
      left: major(available_minor - amount_minor, currency),
      approval_above: above === null ? null : major(above, currency),
    };
  });
}

function presentOperator({ operator, currency, payouts, amount_minor }: LineSum) {
  const operator_name = findOperator(operator)?.name ?? operator;
  return { operator, operator_name, currency, payouts, amount: major(amount_minor, currency) };
}

function presentFinding(finding: Finding) {
  const { is_error, line, field, code } = finding;
  return {
    ...{ is_error, line, field, code },
    words: { en: sayFinding('en', finding), fr: sayFinding('fr', finding) },
  };
}

function presentLine(line: BatchLine) {
  const { currency, operator, recipient_phone: phone, reference } = line;
  const names = [line.recipient_first_name, line.recipient_last_name];
  return {
    ...{ line: line.line, currency, operator, phone, reference },
    amount: major(line.amount_minor, currency),
    name: names.filter((name) => name !== null).join(' ') || null,
  };
}

function presentSame({ id, status, made_by_name, created_at }: Batch) {
  return { id, status, made_by: made_by_name, created_at: timestampText(created_at) };
}

/** Finds the reason why a person with an approving role may not approve this batch. */
async function findApprovalBar(
  db: Connection,
  { role, merchant_id, user_id }: StaffActor,
  { ended_by }: Batch,
  is_waiting: boolean,
): Promise<Bar | null> {
  if (!is_waiting || ended_by === null || !mayApprove(role)) return null;
  return findBar(await readStanding(db, merchant_id), user_id, ended_by);
}

/** The person who confirmed a batch may withdraw it, but never approve it, as with a single payout. */
function mayDo({ role, user_id }: StaffActor, batch: Batch, is_waiting: boolean): PayoutBatchDetail['may'] {
  const may_create = scopes_of[role].includes('payouts:create');
  const may_approve = scopes_of[role].includes('payouts:approve');
  const is_checked = batch.status === 'checked';
  const is_own = batch.ended_by === user_id;
  return {
    confirm: is_checked && may_create,
    discard: is_checked && may_create,
    approve: is_waiting && may_approve && !is_own,
    refuse: is_waiting && (may_approve || (is_own && may_create)),
  };
}
