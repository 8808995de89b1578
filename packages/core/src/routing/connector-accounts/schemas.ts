import Type from 'typebox';

const text_or_null = Type.Union([Type.String(), Type.Null()]);

/** A connector account in a list, without its settings. */
export const ListedAccountObject = Type.Object({
  id: Type.String(),
  connector: Type.String(),
  name: Type.String(),
  enabled: Type.Boolean(),
  operators: Type.Array(Type.String()),
  checked_at: Type.Union(text_or_null.anyOf, {
    description: 'When the provider last confirmed the credentials; null if they could not be checked.',
  }),
  updated_at: Type.String(),
});

/** A provider for which accounts can be created, and its settings. */
export const ProviderObject = Type.Object({
  connector: Type.String(),
  name: Type.String(),
  abilities: Type.Array(Type.String()),
  settings: Type.Array(
    Type.Object({
      field: Type.String(),
      required: Type.Boolean(),
      secret: Type.Boolean(),
      description: Type.String(),
      default: Type.Unknown(),
    }),
  ),
});

export const AccountList = Type.Object({
  items: Type.Array(ListedAccountObject),
  providers: Type.Array(ProviderObject),
});

/** An account with its settings, in which secrets are `[redacted]`. */
export const AccountObject = Type.Object({
  id: Type.String(),
  connector: Type.String(),
  name: Type.String(),
  enabled: Type.Boolean(),
  config: Type.Record(Type.String(), Type.Unknown()),
  services: Type.Array(
    Type.Object({
      operator: Type.String(),
      currency: Type.String(),
      collect: Type.Boolean(),
      payout: Type.Boolean(),
      refund: Type.Boolean(),
    }),
  ),
  callback_url: Type.String({ description: 'To be entered in the provider’s portal.' }),
  created_at: Type.String(),
  updated_at: Type.String(),
  checked_at: text_or_null,
});

/** A provider's verdict on an account's credentials. */
export const CheckedObject = Type.Object({
  check: Type.Enum(['good', 'bad', 'unknown'], {
    description: '`unknown` if the provider could not check them.',
  }),
  problem: text_or_null,
});
