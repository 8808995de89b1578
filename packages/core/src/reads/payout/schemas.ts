import Type, { type Static, type TSchema } from 'typebox';
import { Bar } from '../../accounts/approvals/standing.ts';
import { PayoutResolutionInput, ResolutionObject } from '../../operations/review/schemas.ts';
import { StaffPayout } from '../../transfers/payouts/orders/schemas.ts';

const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Moment = Type.String({ description: 'ISO 8601 with numeric offset.' });

/** Orders items with equal times. */
const position = Type.Integer({ description: 'Position among transitions and resolutions, from 0.' });

const Transition = Type.Object({
  sequence: Type.Integer(),
  position,
  event: Type.String(),
  to_status: Type.String(),
  via: Type.String(),
  created_at: Moment,
});

const Entry = Type.Object({
  transaction_id: Type.String(),
  kind: Type.String(),
  account: Type.String(),
  direction: Type.Enum(['debit', 'credit']),
  amount: Type.Number(),
  currency: Type.String(),
  created_at: Moment,
});

const OperatorCall = Type.Object({
  verb: Type.String(),
  created_at: Moment,
  exchanges: Type.Array(
    Type.Object({
      method: Type.String(),
      url: Type.String(),
      request: Nullable(Type.String()),
      status: Nullable(Type.Integer()),
      response: Nullable(Type.String()),
      problem: Nullable(Type.String()),
      duration_ms: Type.Number(),
    }),
  ),
});

const Delivery = Type.Object({
  id: Type.String(),
  event_id: Type.String(),
  endpoint_id: Type.String(),
  status: Type.Enum(['waiting', 'delivered', 'failed']),
  next_attempt_at: Nullable(Moment),
  delivered_at: Nullable(Moment),
  attempts: Type.Array(
    Type.Object({
      number: Type.Integer(),
      status_code: Nullable(Type.Integer()),
      error: Nullable(Type.String()),
      duration_ms: Type.Number(),
      created_at: Moment,
    }),
  ),
});

/** Everything about one payout. */
export const PayoutDetail = Type.Object({
  payout: StaffPayout,
  /** The actions that this person may take now. */
  may: Type.Object({ approve: Type.Boolean(), refuse: Type.Boolean() }),
  bar: Type.Union([Bar, Type.Null()], {
    description: 'Why you may not approve it, although your role may.',
  }),
  emails: Type.Object(
    { made_by: Nullable(Type.String()), decided_by: Nullable(Type.String()) },
    {
      description:
        'Distinguishes people with the same name; null for readers who may not see the team, and for people who have left.',
    },
  ),
  mismatch: Nullable(
    Type.Object(
      { amount: Type.Number(), currency: Type.String() },
      { description: 'Amount that the operator reports as moved, if it differs from the requested one.' },
    ),
  ),
  verdicts: Type.Array(PayoutResolutionInput.properties.verdict, {
    description: 'The verdicts that a person may give now.',
  }),
  resolutions: Type.Array(Type.Object({ ...ResolutionObject.properties, position }), {
    description: 'Decisions of people on what needed review, oldest first.',
  }),
  failure_words: Nullable(
    Type.Object({ en: Type.String(), fr: Type.String() }, { description: 'Why it failed, in plain words.' }),
  ),
  sending: Type.Object({
    connector: Type.String(),
    account_id: Nullable(Type.String()),
    reference: Type.String({ description: 'Our reference, as sent to the operator.' }),
    provider_reference: Nullable(Type.String()),
    unknown_cause: Nullable(Type.String()),
    inquiries: Type.Integer(),
    sent_at: Nullable(Moment),
  }),
  transitions: Type.Array(Transition),
  ledger_entries: Type.Array(Entry),
  operator_calls: Type.Array(OperatorCall),
  deliveries: Type.Array(Delivery),
});
export type PayoutDetail = Static<typeof PayoutDetail>;
