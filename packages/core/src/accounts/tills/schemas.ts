import Type, { type Static } from 'typebox';
import { name_form } from '../staff/fields.ts';

/** The limits of tills and cashiers. */
export const counter_limits = {
  name_length_max: 40,
  /** Of one merchant, in both modes. */
  tills_max: 1_000,
  cashiers_max: 1_000,
} as const;

/** The languages of a till's page. */
export const counter_languages = ['en', 'fr', 'pt', 'sw', 'ar'] as const;

const Nullable = Type.Union([Type.String(), Type.Null()]);

/** A till as the merchant's staff see it. */
export const TillObject = Type.Object({
  id: Type.String(),
  name: Type.String(),
  status: Type.Enum(['unpaired', 'paired']),
  currency: Type.String({ description: 'ISO 4217 code.' }),
  language: Type.Enum([...counter_languages]),
  paired_at: Nullable,
  shift: Type.Union([
    Type.Object({ id: Type.String(), cashier: Type.String(), opened_at: Type.String() }),
    Type.Null(),
  ]),
});
export type TillObject = Static<typeof TillObject>;

export const TillList = Type.Object({ items: Type.Array(TillObject) });

/** The code that pairs a device, shown once. */
export const PairingObject = Type.Object({
  till: TillObject,
  code: Type.String({ description: 'Eight characters, to be typed on the device.' }),
  url: Type.String({ description: 'The address on which the device is paired, with the code.' }),
  expires_at: Type.String(),
});
export type PairingObject = Static<typeof PairingObject>;

/** The name of a till or a cashier (`nameProblem`). */
export const CounterName = Type.String({ maxLength: counter_limits.name_length_max, ...name_form });

/** Body of the request that creates a till. */
export const TillInput = Type.Object(
  {
    name: CounterName,
    currency: Type.String(),
    language: Type.Enum([...counter_languages]),
  },
  { additionalProperties: false },
);
