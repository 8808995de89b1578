import Type, { type Static } from 'typebox';
import { ListedAccountObject } from '../../routing/connector-accounts/schemas.ts';
import { OperatorName } from '../payments/search/schemas.ts';

const { id, connector, name, enabled, checked_at } = ListedAccountObject.properties;
const Time = Type.String({ description: 'ISO 8601 with numeric offset.' });

const WayObject = Type.Object({
  operator: OperatorName,
  currency: Type.String({ description: 'ISO 4217.' }),
  smallest_amount: Type.Number({
    description: 'Major unit; a small amount if the operator’s smallest one is not known.',
  }),
  is_offered: Type.Boolean({ description: 'Customers can pay through this account at this moment.' }),
  comes_first: Type.Boolean({ description: 'No other account is used before this one.' }),
  can_refund: Type.Boolean(),
  payment: Type.Union([Type.Object({ id: Type.String(), paid_at: Time }), Type.Null()], {
    description: 'The newest live payment that succeeded; null if none of the last ones did.',
  }),
  refund: Type.Union(
    [Type.Object({ id: Type.String(), payment_id: Type.String(), refunded_at: Time }), Type.Null()],
    { description: 'The first live refund that arrived.' },
  ),
  proven_at: Type.Union([Time, Type.Null()], {
    description:
      'When a refund has arrived or, for an account without refunds, a payment has succeeded; null if that is still to come.',
  }),
});

/** The way from nothing to live payments, as the data shows it. */
export const GoLiveObject = Type.Object({
  country: Type.String({ description: 'The merchant’s country, ISO 3166-1 alpha-2.' }),
  providers: Type.Array(
    Type.Object({
      connector: Type.String(),
      name: Type.String(),
      operators: Type.Array(OperatorName, {
        description: 'Those of the merchant’s country that an account can collect with.',
      }),
    }),
    { description: 'All providers; those that serve the merchant’s country first.' },
  ),
  accounts: Type.Array(
    Type.Object({
      ...{ id, connector, name, enabled, checked_at },
      ways: Type.Array(WayObject, {
        description: 'One for each operator and currency; those of the country first.',
      }),
    }),
    { description: 'Oldest first.' },
  ),
});
export type GoLiveObject = Static<typeof GoLiveObject>;
export type WayObject = Static<typeof WayObject>;
