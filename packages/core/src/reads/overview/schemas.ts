import { currency_form } from '@guichet/kernel/forms';
import Type, { type Static } from 'typebox';

const Figures = {
  amount: Type.Number({
    description:
      'Major unit: the amount collected, without the fee; of money that was not as requested, the accepted part.',
  }),
  fee: Type.Number({ description: 'Major unit: the fee that customers paid on top.' }),
  paid: Type.Integer({ description: 'Payments that succeeded and were not reversed.' }),
  refused: Type.Integer({ description: 'Attempts that the operator or the customer refused.' }),
  success_rate: Type.Union([Type.Number(), Type.Null()], {
    description: 'Share of paid in paid and refused, 0 to 1; null if there were none.',
  }),
  average_s: Type.Union([Type.Number(), Type.Null()], {
    description: 'Seconds from the creation of a payment to its success; null if there was none.',
  }),
};

const periods = ['7', '30', '90'] as const;

export const OverviewQuery = Type.Object(
  {
    days: Type.Optional(
      Type.Enum([...periods], { description: 'Number of days up to today; defaults to 30.' }),
    ),
    currency: Type.Optional(Type.String({ maxLength: 3, ...currency_form })),
  },
  { additionalProperties: false },
);

/** A merchant's payments by day (UTC). */
export const OverviewObject = Type.Object({
  currencies: Type.Array(Type.String(), {
    description: 'Currencies with payments in the period or the one before.',
  }),
  currency: Type.Union([Type.String(), Type.Null()], { description: 'Currency of all amounts here.' }),
  total: Type.Object(Figures),
  before: Type.Object(Figures, { description: 'The previous period of the same length.' }),
  days: Type.Array(Type.Object({ day: Type.String({ description: '2026-11-21' }), ...Figures })),
  operators: Type.Array(Type.Object({ operator: Type.String(), name: Type.String(), ...Figures })),
});
export type OverviewObject = Static<typeof OverviewObject>;

export const need_kinds = [
  'slow_payments',
  'unknown_payments',
  'duplicates',
  'stuck_refunds',
  'stuck_payouts',
  'waiting_payouts',
  'waiting_movements',
  'waiting_decisions',
  'waiting_changes',
  'uncovered',
  'drifts',
  'failing_endpoints',
] as const;

/** The items that need attention. */
export const Needs = Type.Object({
  items: Type.Array(Type.Object({ kind: Type.Enum([...need_kinds]), count: Type.Integer() })),
  low_balances: Type.Array(
    Type.Object({ currency: Type.String(), available: Type.Number(), low_balance: Type.Number() }),
  ),
});
export type Needs = Static<typeof Needs>;

export const step_names = [
  'test_payment',
  'api_key',
  'webhook',
  'branding',
  'colleague',
  'account',
  'live_payment',
] as const;

export const Steps = Type.Object({
  items: Type.Array(Type.Object({ step: Type.Enum([...step_names]), done: Type.Boolean() })),
});
export type Steps = Static<typeof Steps>;
