import { currency_form, moment_form } from '@guichet/kernel/forms';
import Type, { type Static, type TSchema } from 'typebox';
import { Bar } from '../approvals/standing.ts';
import { Cursor, Limit, Page } from '../lists/page.ts';
import { PayoutObject } from '../payouts/schemas.ts';
import { ResolutionObject } from '../resolutions/schemas.ts';

const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Moment = Type.String({ description: 'ISO 8601 with numeric offset.' });

/** Where a payout stands, as staff look for it: `waiting` for a second person, `stuck` where a person has to find out. */
export const payout_states = ['waiting', 'pending', 'processing', 'stuck', 'success', 'failed'] as const;
export type PayoutState = (typeof payout_states)[number];

/** Query of the list; every part narrows it. */
export const PayoutQuery = Type.Object(
  {
    state: Type.Optional(Type.Enum([...payout_states])),
    operator: Type.Optional(Type.String({ maxLength: 50 })),
    currency: Type.Optional(Type.String({ maxLength: 3, ...currency_form })),
    batch: Type.Optional(Type.String({ maxLength: 50, description: 'Of the file that they stood in.' })),
    since: Type.Optional(Type.String({ description: 'Created from then on, ISO 8601.', ...moment_form })),
    until: Type.Optional(Type.String({ description: 'Created before, ISO 8601.', ...moment_form })),
    text: Type.Optional(
      Type.String({
        maxLength: 100,
        description:
          'Identifier, short reference, beginning of the phone number, or how words begin of names, description and the ' +
          'operator’s reference.',
      }),
    ),
    cursor: Type.Optional(Cursor('payout')),
    limit: Type.Optional(Limit),
  },
  { additionalProperties: false },
);
export type PayoutQuery = Static<typeof PayoutQuery>;

/** A payout as staff see it. */
export const StaffPayout = Type.Object({
  ...PayoutObject.properties,
  operator_name: Type.String(),
  state: Type.Enum([...payout_states]),
  /** Null for one that was made by the API. */
  order: Nullable(
    Type.Object({
      approval: Type.Enum(['not_needed', 'waiting', 'approved', 'refused']),
      made_by: Type.String(),
      decided_by: Nullable(Type.String()),
      decided_at: Nullable(Moment),
      note: Nullable(Type.String()),
    }),
  ),
});
export type StaffPayout = Static<typeof StaffPayout>;

export const StaffPayoutPage = Page(StaffPayout, 'Null on the last page.');
export type StaffPayoutPage = Static<typeof StaffPayoutPage>;

/** What has the same time stands in the order in which it happened. */
const position = Type.Integer({ description: 'Place among transitions and resolutions, from 0.' });

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
  /** What this person may do with it now. */
  may: Type.Object({ approve: Type.Boolean(), refuse: Type.Boolean() }),
  bar: Type.Union([Bar, Type.Null()], {
    description: 'Why this person may not approve it, though their role may.',
  }),
  emails: Type.Object(
    { made_by: Nullable(Type.String()), decided_by: Nullable(Type.String()) },
    {
      description: 'Tell people of one name apart; null for who may not see the team, and of who is gone.',
    },
  ),
  mismatch: Nullable(
    Type.Object(
      { amount: Type.Number(), currency: Type.String() },
      { description: 'What the operator says that it moved, where that is not what it was asked for.' },
    ),
  ),
  resolutions: Type.Array(Type.Object({ ...ResolutionObject.properties, position }), {
    description: 'What people found out, oldest first.',
  }),
  failure_words: Nullable(
    Type.Object({ en: Type.String(), fr: Type.String() }, { description: 'Why it failed, in plain words.' }),
  ),
  sending: Type.Object({
    connector: Type.String(),
    account_id: Nullable(Type.String()),
    reference: Type.String({ description: 'Ours, as the operator was told it.' }),
    provider_reference: Nullable(Type.String()),
    unknown_cause: Nullable(Type.String()),
    look_ups: Type.Integer(),
    sent_at: Nullable(Moment),
  }),
  transitions: Type.Array(Transition),
  ledger_entries: Type.Array(Entry),
  operator_calls: Type.Array(OperatorCall),
  deliveries: Type.Array(Delivery),
});
export type PayoutDetail = Static<typeof PayoutDetail>;
