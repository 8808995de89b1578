import { currency_form, moment_form } from '@guichet/kernel/forms';
import Type, { type Static, type TSchema } from 'typebox';
import { Cursor, Limit, Page } from '../../../platform/lists/page.ts';
import { PayoutObject } from '../schemas.ts';

const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Moment = Type.String({ description: 'ISO 8601 with numeric offset.' });

/**
 * The states by which staff can filter payouts. A `waiting` payout awaits a second person's approval, and a `stuck`
 * one needs review.
 */
export const payout_states = [
  'waiting',
  'pending',
  'processing',
  'stuck',
  'success',
  'failed',
  'reversed',
] as const;
export type PayoutState = (typeof payout_states)[number];

/** The query parameters of the list; a payout has to match all filters. */
export const PayoutQuery = Type.Object(
  {
    state: Type.Optional(Type.Enum([...payout_states])),
    operator: Type.Optional(Type.String({ maxLength: 50 })),
    currency: Type.Optional(Type.String({ maxLength: 3, ...currency_form })),
    batch: Type.Optional(Type.String({ maxLength: 50, description: 'Id of the file that contained them.' })),
    since: Type.Optional(
      Type.String({ description: 'Created at or after this time, ISO 8601.', ...moment_form }),
    ),
    until: Type.Optional(Type.String({ description: 'Created before this time, ISO 8601.', ...moment_form })),
    text: Type.Optional(
      Type.String({
        maxLength: 100,
        description:
          'Identifier, short reference, beginning of the phone number, or beginnings of words in names, description ' +
          'and the operator’s reference.',
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
  /** Null for an API payout that needs no second person. */
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
