import { documented } from '@guichet/kernel/documented';
import { currency_form, decimals_form } from '@guichet/kernel/forms';
import Type, { type Static } from 'typebox';
import { movement_kinds } from '../../ledger/movements.ts';
import { Cursor, Limit, Page } from '../../platform/lists/page.ts';

/** For one movement, in the major unit: exact as a JSON number, and far from what a column of the books can hold. */
export const movement_amount_max = 1_000_000_000;

const Note = Type.String({ maxLength: 500, description: 'For the others, and for later.' });

export const MovementInput = Type.Object(
  {
    kind: Type.Enum([...movement_kinds]),
    account: Type.Optional(
      Type.String({
        maxLength: 100,
        description:
          'Id of the account with a provider; `sandbox` in test mode. Required where an operator takes part, and ' +
          'refused elsewhere.',
      }),
    ),
    currency: Type.String({ description: 'ISO 4217 code.', ...currency_form }),
    amount: Type.Number({
      description: 'Major unit.',
      ...documented({ exclusiveMinimum: 0, maximum: movement_amount_max }),
    }),
    reference: Type.String({
      minLength: 1,
      maxLength: 100,
      description:
        'Number of the bank transfer or statement line. A movement of a kind with the same reference is recorded once.',
    }),
    note: Type.Optional(Note),
  },
  { additionalProperties: false, ...decimals_form },
);
export type MovementInput = Static<typeof MovementInput>;

export const CorrectionInput = Type.Object(
  { note: Type.String({ minLength: 1, maxLength: 500, description: 'Why the movement was wrong.' }) },
  { additionalProperties: false },
);

export const MovementDecision = Type.Object(
  { decision: Type.Enum(['approve', 'refuse']) },
  { additionalProperties: false },
);

export const MovementQuery = Type.Object(
  {
    currency: Type.Optional(Type.String({ description: 'ISO 4217 code.', ...currency_form })),
    cursor: Type.Optional(Cursor('ledger_movement')),
    limit: Type.Optional(Limit),
  },
  { additionalProperties: false },
);

const Nullable = Type.Union([Type.String(), Type.Null()]);

/** A movement as recorded, or the correction of one. Amounts in the major unit, never negative. */
export const MovementObject = Type.Object({
  id: Type.String(),
  kind: Type.String({ description: 'As recorded, or `correction`.' }),
  account: Nullable,
  currency: Type.String(),
  amount: Type.Number({ description: 'Major unit.' }),
  reference: Type.String(),
  note: Nullable,
  corrects: Type.Union([Type.String(), Type.Null()], {
    description: 'Id of the movement that this takes back.',
  }),
  corrected_by: Type.Union([Type.String(), Type.Null()], {
    description: 'Id of the correction that takes it back, or waits to.',
  }),
  state: Type.Enum(['waiting', 'booked', 'refused']),
  made_by: Type.String(),
  decided_by: Nullable,
  created_at: Type.String({ description: 'ISO 8601 with numeric offset.' }),
});
export type MovementObject = Static<typeof MovementObject>;

/** The same with what the reader may do about it. */
export const StaffMovement = Type.Object({
  ...MovementObject.properties,
  may: Type.Object({ approve: Type.Boolean(), refuse: Type.Boolean(), correct: Type.Boolean() }),
});
export type StaffMovement = Static<typeof StaffMovement>;

export const MovementPage = Page(StaffMovement, 'Where the next page begins; null on the last.');
export type MovementPage = Static<typeof MovementPage>;
