import { documented } from '@guichet/kernel/documented';
import { currency_form, decimals_form } from '@guichet/kernel/forms';
import Type, { type Static } from 'typebox';
import { movement_kinds } from '../../ledger/movements.ts';
import { Cursor, Limit, Page } from '../../platform/lists/page.ts';

/**
 * Maximum amount of one movement, in the major unit: exact as a JSON number, and far below the limit of a ledger
 * column.
 */
export const movement_amount_max = 1_000_000_000;

const Note = Type.String({ maxLength: 500, description: 'A note for colleagues and for later reference.' });

export const MovementInput = Type.Object(
  {
    kind: Type.Enum([...movement_kinds]),
    account: Type.Optional(
      Type.String({
        maxLength: 100,
        description:
          'Id of the account with a provider; `sandbox` in test mode. Required if an operator is involved, and ' +
          'refused otherwise.',
      }),
    ),
    currency: Type.String({ description: 'ISO 4217 code.', ...currency_form }),
    amount: Type.Number({
      description: 'Major unit, with at most the decimals the currency has.',
      ...documented({ exclusiveMinimum: 0, maximum: movement_amount_max }),
    }),
    reference: Type.String({
      minLength: 1,
      maxLength: 100,
      description:
        'Number of the bank transfer or statement line. A movement of the same kind with the same reference is recorded once.',
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
    description: 'Id of the movement that this one reverses.',
  }),
  corrected_by: Type.Union([Type.String(), Type.Null()], {
    description: 'Id of the correction that reverses it, booked or pending.',
  }),
  state: Type.Enum(['waiting', 'booked', 'refused']),
  made_by: Type.String(),
  decided_by: Nullable,
  created_at: Type.String({ description: 'ISO 8601 with numeric offset.' }),
});
export type MovementObject = Static<typeof MovementObject>;

/** A movement with the actions that the reader may take. */
export const StaffMovement = Type.Object({
  ...MovementObject.properties,
  may: Type.Object({ approve: Type.Boolean(), refuse: Type.Boolean(), correct: Type.Boolean() }),
});
export type StaffMovement = Static<typeof StaffMovement>;

export const MovementPage = Page(StaffMovement, 'Cursor of the next page; null on the last page.');
export type MovementPage = Static<typeof MovementPage>;
