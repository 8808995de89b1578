import { timestampText } from '@guichet/kernel/clock';
import { asCurrency } from '@guichet/kernel/currencies';
import { majorNumber } from '@guichet/kernel/money';
import Type, { type Static } from 'typebox';
import type { StaffActor } from '../../../platform/actor/actor.ts';
import { requireScope } from '../../../platform/actor/require-scope.ts';
import type { Context } from '../../../platform/context.ts';
import { listMembers } from '../../staff/members/queries.ts';
import { type EmailOf, tellApart } from '../../staff/tell-apart.ts';
import { type ApprovalRule, limitsOf } from '../limits.ts';
import { Bar, findProposalBar, hasNoOtherDecider, readStanding } from '../standing.ts';
import { type ApprovalChange, listChanges } from './queries.ts';

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Moment = Type.String({ description: 'ISO 8601 with numeric offset.' });

/** The proposed rule, with amounts in the major unit. */
const WantedRule = Type.Object({
  mode: Type.Enum(['test', 'live']),
  currency: Type.String(),
  approval_above: Nullable(Type.Number({ description: 'Limit for one payout or one file.' })),
  approval_day_above: Nullable(Type.Number({ description: 'Limit for all payouts within 24 hours.' })),
  approval_recipient_above: Nullable(
    Type.Number({ description: 'Limit for each recipient within 24 hours.' }),
  ),
});

const Approver = Type.Object({
  user_id: Type.String(),
  name: Type.String({ description: 'Their name at the time of the proposal.' }),
  email: Type.Union([Type.String(), Type.Null()], {
    description:
      'Distinguishes people with the same name; null for readers who may not see the team, and for people who have left.',
  }),
  way: Type.Enum(['invited', 'raised', 'password_link'], { description: 'How they became an approver.' }),
});

/** A change that weakens the payout rule: either `rule` or `approver` is set. */
export const ApprovalChangeObject = Type.Object({
  id: Type.String(),
  status: Type.Enum(['waiting', 'approved', 'refused', 'elapsed', 'replaced']),
  rule: Nullable(WantedRule),
  approver: Nullable(Approver),
  proposed_by: Type.String(),
  created_at: Moment,
  takes_effect_at: Type.Union([Type.String(), Type.Null()], {
    description: 'If nobody can decide it: when it takes effect anyway, unless somebody can by then.',
  }),
  decided_by: Nullable(Type.String()),
  decided_at: Nullable(Moment),
  may: Type.Object({ approve: Type.Boolean(), refuse: Type.Boolean() }),
  bar: Type.Union([Bar, Type.Null()], { description: 'Why you may not approve it.' }),
});
export type ApprovalChangeObject = Static<typeof ApprovalChangeObject>;

export const ApprovalChangeList = Type.Object({ items: Type.Array(ApprovalChangeObject) });

/** The maximum number of changes listed, which is exceeded only if somebody repeatedly proposes changes. */
const listed_max = 100;

/**
 * Lists the pending changes that weaken the payout rule, and the changes decided in the last seven days. A change
 * of a rule is listed only if the rule applies in the actor's mode.
 *
 * @throws AppError `forbidden`
 */
export async function listApprovalChanges(
  ctx: Pick<Context, 'db'>,
  actor: StaffActor,
): Promise<{ items: ApprovalChangeObject[] }> {
  requireScope(actor, 'payouts:approve');
  const { merchant_id, mode, user_id } = actor;
  const changes = await listChanges(ctx.db, { merchant_id, mode }, listed_max);
  const standing = await readStanding(ctx.db, merchant_id);
  const members = await listMembers(ctx.db, merchant_id);
  const emailOf = await tellApart(
    ctx,
    actor,
    changes.map(({ user_id: approver_id }) => approver_id),
  );
  return {
    items: changes.map(({ takes_effect_at, ...change }) => {
      const is_waiting = change.status === 'waiting';
      const proposal = { wanted_by: change.proposed_by, about: change.user_id };
      // `takes_effect_at` may be out of date: an approver may have joined since it was written.
      const ends_at = hasNoOtherDecider(standing, members, proposal) ? takes_effect_at : null;
      const bar = is_waiting ? findProposalBar(standing, user_id, proposal) : null;
      return {
        ...{ id: change.id, status: change.status, proposed_by: change.proposed_by_name },
        ...{ rule: presentRule(change), approver: presentApprover(change, emailOf) },
        created_at: timestampText(change.created_at),
        takes_effect_at: ends_at === null ? null : timestampText(ends_at),
        decided_by: change.decided_by_name,
        decided_at: change.decided_at === null ? null : timestampText(change.decided_at),
        may: { approve: is_waiting && bar === null, refuse: is_waiting },
        bar,
      };
    }),
  };
}

function presentRule({ mode, currency, ...rule }: ApprovalChange): ApprovalChangeObject['rule'] {
  if (mode === null || currency === null) return null;
  const limits = limitsOf(rule satisfies ApprovalRule);
  const major = (amount_minor: bigint | undefined): number | null =>
    amount_minor === undefined ? null : majorNumber({ amount_minor, currency: asCurrency(currency) });
  return {
    ...{ mode, currency },
    approval_above: major(limits?.single_minor),
    approval_day_above: major(limits?.day_minor),
    approval_recipient_above: major(limits?.recipient_minor),
  };
}

function presentApprover(
  { user_id, user_name, way }: ApprovalChange,
  emailOf: EmailOf,
): ApprovalChangeObject['approver'] {
  if (user_id === null || user_name === null || way === null) return null;
  return { user_id, name: user_name, email: emailOf(user_id), way };
}
