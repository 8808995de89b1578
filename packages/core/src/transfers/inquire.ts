import { asCurrency } from '@guichet/kernel/currencies';
import type { LookupRequest } from '@guichet/operators/contract';
import { askOperator, type InquiryOptions } from '../operator-calls/ask.ts';
import type { ServiceActor } from '../platform/actor/actor.ts';
import { requireScope } from '../platform/actor/require-scope.ts';
import type { Context } from '../platform/context.ts';
import { applyTransferOutcome } from './apply-outcome.ts';
import { keyOf } from './key-of.ts';
import { scheduleInquiry } from './plan-inquiry.ts';
import { claimInquiry, findProcessingTransfer, markForReview, updateFacts } from './queries.ts';
import type { Transfer, TransferKey, TransferKind, TransferWork } from './transfer.ts';

type Ctx = Pick<Context, 'db' | 'clock' | 'log' | 'connectors' | 'accounts' | 'tokens'>;

/**
 * Inquires about a transfer that is processing, and applies the result.
 *
 * @returns false when no inquiry was made, because one is in progress or was made a moment ago, or because the
 *   outcome is known
 */
export function inquireTransfer<Row extends Transfer>(
  ctx: Ctx,
  kind: TransferKind<Row>,
  key: TransferKey,
  { also_ended = false, also_pending = false, hear }: InquiryOptions = {},
): Promise<boolean> {
  return askOperator<Row>(ctx, {
    claim: (claim) => claimInquiry(ctx.db, kind, key, { ...claim, also_ended, also_pending }),
    // The revision is recorded when a transfer is sent. Without it, the current URL is asked.
    throughOf: (transfer) => (transfer.sent_at === null ? { ...transfer, address_revision: null } : transfer),
    requestOf: (transfer) => inquiryOf(ctx.db, kind, transfer),
    namesOf: (transfer) => kind.namesOf(ctx.db, transfer),
    apply: (transfer, answer, asked_at) => {
      hear?.(answer);
      return applyTransferOutcome(ctx, kind, transfer, { ...answer, asked_at }, 'inquiry');
    },
    end: (transfer, at) => updateFacts(ctx.db, kind, transfer, { inquired_at: at }),
  });
}

/**
 * Inquires about a transfer like {@link inquireTransfer}. If the operator cannot be asked about it, flags it
 * for review, because only a person can find out its outcome. Not used for a merchant's inquiry, which may be
 * made before the response to the call arrives: that response may contain the operator's reference.
 */
export async function inquireOrFlag<Row extends Transfer>(
  ctx: Ctx,
  kind: TransferKind<Row>,
  key: TransferKey,
  { hear, ...options }: InquiryOptions = {},
): Promise<boolean> {
  let cannot_be_found = false;
  const isAsked = await inquireTransfer(ctx, kind, key, {
    ...options,
    hear: (answer) => {
      hear?.(answer);
      cannot_be_found = answer.cannot_be_found === true;
    },
  });
  if (cannot_be_found) await markForReview(ctx.db, kind, key);
  return isAsked;
}

async function inquiryOf<Row extends Transfer>(
  db: Context['db'],
  kind: TransferKind<Row>,
  transfer: Row,
): Promise<LookupRequest> {
  const { reference, provider_reference, operator, amount_minor, currency } = transfer;
  return {
    ...(await kind.subjectOfInquiry(db, transfer)),
    ...{ reference, provider_reference, operator, phone: kind.phoneOf(transfer) },
    money: { amount_minor, currency: asCurrency(currency) },
    // A provider that does not know a reference may only be slow, so an inquiry reports a request as never received
    // only if it is old enough, counted from this time.
    created_at: transfer.sent_at ?? transfer.created_at,
    // A transfer that has not been sent yet does not fail for this reason, however old it is.
    ...(transfer.status === 'pending' && { is_unsent: true }),
  };
}

/** Job: inquires about a transfer and schedules the next inquiry, until the outcome is known or it needs review. */
export async function followTransfer<Row extends Transfer>(
  ctx: Ctx,
  actor: ServiceActor,
  { kind, job }: TransferWork<Row>,
): Promise<void> {
  requireScope(actor, 'jobs:run');
  const key = keyOf(kind, job);
  await inquireOrFlag(ctx, kind, key);
  const transfer = await findProcessingTransfer(ctx.db, kind, key);
  if (!transfer || (await scheduleInquiry(ctx, ctx.db, kind, transfer))) return;
  if (!(await markForReview(ctx.db, kind, transfer))) return;
  ctx.log.error(
    { [`${kind.noun}_id`]: transfer.id },
    'no definite outcome for three days: the transfer needs review',
  );
}
