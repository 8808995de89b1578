import { timestampText } from '@guichet/kernel/clock';
import { asCurrency } from '@guichet/kernel/currencies';
import { documented } from '@guichet/kernel/documented';
import { beside, not_blank } from '@guichet/kernel/forms';
import { majorNumber } from '@guichet/kernel/money';
import { refuses_null } from '@guichet/kernel/nulls';
import Type, { type Static } from 'typebox';
import type { StaffActor } from '../../platform/actor/actor.ts';
import { scopes_of } from '../../platform/actor/roles.ts';
import type { HeldDecision, Resolution } from './queries.ts';

const note_length_max = 1000;
const proof_length_max = 200;

const Verdict = Type.Enum(['paid', 'not_paid', 'reversed', 'settled'], {
  description:
    '`paid`: the operator moved the requested money. `not_paid`: it did not, and will not. `reversed`: it moved all ' +
    'of the money, and has reversed all of it. `settled`: nothing is open any more, and neither status nor books ' +
    'change.',
});

const HeldVerdict = Type.Enum(
  ['paid', 'not_paid', 'reversed', 'settled', 'accept', 'refund_difference', 'refund_all'],
  {
    description:
      '`paid`: the operator moved the requested money. `not_paid`: it did not, and will not. `reversed`: it moved all ' +
      'of the money, and has reversed all of it. `settled`: nothing is open any more, and the status does not change; ' +
      'what is left of unexpected money or of a duplicate goes to the balance, because the customer was repaid in ' +
      'another way or agreed. About unexpected money: `accept` the amount received, `refund_difference` and accept ' +
      'the requested amount, or `refund_all`.',
  },
);

const found = {
  verdict: Verdict,
  note: Type.String({
    minLength: 1,
    maxLength: note_length_max,
    description: 'How the outcome was found out.',
    ...not_blank,
  }),
  proof: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: proof_length_max,
      ...not_blank,
      description:
        'Evidence that can be checked, such as the operator’s receipt number; required for `paid` and `reversed`.',
    }),
  ),
};

const stake = { amount: Type.Number({ description: 'Major unit.' }), currency: Type.String() };

/** The money that a decision about an attempt concerns. */
export const Stake = Type.Object(stake);
export type Stake = Static<typeof Stake>;

/** The rule of `requireEvidence` as a schema. */
const proof_form = documented({
  if: { ...beside({ verdict: { enum: ['paid', 'reversed'] } }), required: ['verdict'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  then: { ...beside({ proof: { type: 'string' } }), required: ['proof'] },
});

/** A person's verdict on a payout. */
export const PayoutResolutionInput = Type.Object(found, { additionalProperties: false, ...proof_form });
export type PayoutResolutionInput = Static<typeof PayoutResolutionInput>;

/** A person's verdict on an attempt or a refund. */
export const ResolutionInput = Type.Object(
  {
    object_id: Type.String({
      maxLength: 40,
      description: 'The attempt (`att_...`) or the refund (`ref_...`).',
    }),
    ...found,
    verdict: HeldVerdict,
    stake: Type.Optional(
      Type.Object(stake, {
        additionalProperties: false,
        ...refuses_null,
        description:
          'The `stake` of the attempt when it was shown to the person: nothing is decided if it has changed since ' +
          '(409 `conflict`).',
      }),
    ),
  },
  { additionalProperties: false, ...proof_form },
);
export type ResolutionInput = Static<typeof ResolutionInput>;

export const ResolutionObject = Type.Object({
  object_id: Type.String(),
  verdict: HeldVerdict,
  note: Type.String(),
  proof: Type.Union([Type.String(), Type.Null()]),
  user_name: Type.String({ description: 'The person who gave the verdict.' }),
  user_email: Type.Union([Type.String(), Type.Null()], {
    description:
      'Distinguishes people with the same name; null for readers who may not see the team, and for people who have left.',
  }),
  state: Type.Enum(['done', 'waiting'], {
    description:
      '`waiting`: nothing has changed yet, because a decision of this amount needs a second person to approve it.',
  }),
  approved_by: Type.Union([Type.String(), Type.Null()], {
    description: 'The second person, where one was needed.',
  }),
  created_at: Type.String(),
});
export type ResolutionObject = Static<typeof ResolutionObject>;

type Resolved = Pick<
  Resolution,
  'object_id' | 'verdict' | 'note' | 'proof' | 'user_name' | 'approved_by_name' | 'created_at'
>;

/** @param user_email of the person who decided */
export function presentResolution(
  resolution: Resolved,
  user_email: string | null,
  state: ResolutionObject['state'] = 'done',
): ResolutionObject {
  const {
    object_id,
    verdict,
    note,
    proof,
    user_name,
    approved_by_name: approved_by,
    created_at,
  } = resolution;
  const said = { object_id, verdict, note, proof, user_name, user_email, state, approved_by };
  return { ...said, created_at: timestampText(created_at) };
}

export const HeldApproval = Type.Object(
  { decision: Type.Enum(['approve', 'refuse']) },
  { additionalProperties: false },
);

/** A decision that awaits or awaited a second person: about unexpected money or a duplicate, or that an attempt was paid. */
export const HeldDecisionObject = Type.Object({
  id: Type.String(),
  verdict: HeldVerdict,
  note: Type.String(),
  proof: Type.Union([Type.String(), Type.Null()]),
  amount: Type.Number({ description: 'Major unit: the money that is decided on.' }),
  currency: Type.String(),
  state: Type.Enum(['not_needed', 'waiting', 'approved', 'refused', 'replaced']),
  made_by: Type.String(),
  created_at: Type.String({ description: 'ISO 8601 with numeric offset.' }),
  may: Type.Object(
    { approve: Type.Boolean(), refuse: Type.Boolean() },
    { description: 'The actions that the reader may take.' },
  ),
});
export type HeldDecisionObject = Static<typeof HeldDecisionObject>;

/** Presents a decision with the actions that a member of staff may take. */
export function presentDecision(decision: HeldDecision, { role, user_id }: StaffActor): HeldDecisionObject {
  const { id, verdict, note, proof, currency, amount_minor, approval: state, made_by } = decision;
  const may_resolve = state === 'waiting' && scopes_of[role].includes('payments:resolve');
  const may_approve = may_resolve && scopes_of[role].includes('payouts:approve');
  const is_own = made_by === user_id;
  return {
    ...{ id, verdict, note, proof, currency, state, made_by: decision.made_by_name },
    amount: majorNumber({ amount_minor, currency: asCurrency(currency) }),
    created_at: timestampText(decision.created_at),
    may: { approve: may_approve && !is_own, refuse: may_resolve && (may_approve || is_own) },
  };
}
