import { not_blank, phone_form } from '@guichet/kernel/forms';
import { limits } from '@guichet/kernel/limits';
import { parsePhone } from '@guichet/kernel/phone';
import { problem } from '@guichet/kernel/problem';
import type { Rules } from '@guichet/kernel/validation';
import Type, { type Static } from 'typebox';
import { emailProblem, phoneProblem } from '../../platform/input/rules.ts';
import type { Merchant } from './queries.ts';

const hours_length_max = 100;
const Nullable = Type.Union([Type.String(), Type.Null()]);

/** The contact of a merchant, for customers who need help and on receipts. */
export const ContactObject = Type.Object({
  phone: Nullable,
  whatsapp: Nullable,
  email: Nullable,
  hours: Nullable,
});
export type ContactObject = Static<typeof ContactObject>;

/** Changes of a contact: an omitted field stays, null removes it. */
export const ContactInput = Type.Object(
  {
    phone: Type.Optional(Type.Union([Type.String(phone_form), Type.Null()])),
    whatsapp: Type.Optional(Type.Union([Type.String(phone_form), Type.Null()])),
    email: Type.Optional(Type.Union([Type.String({ maxLength: limits.email_length_max }), Type.Null()])),
    hours: Type.Optional(
      Type.Union([Type.String({ maxLength: hours_length_max, ...not_blank }), Type.Null()]),
    ),
  },
  { additionalProperties: false },
);
export type ContactInput = Static<typeof ContactInput>;

/** The rules that the schema cannot express. */
export const contact_rules: Rules<ContactInput> = {
  phone: (text) => (text === null ? undefined : phoneProblem(text)),
  whatsapp: (text) => (text === null ? undefined : phoneProblem(text)),
  email: (text) => (text === null ? undefined : emailProblem(text)),
  hours: (text) => (text?.trim() === '' ? problem('empty', 'must not be empty') : undefined),
};

/** Returns the columns that a change of the contact sets. */
export function contactColumns({ phone, whatsapp, email, hours }: ContactInput) {
  const e164 = (text: string | null): string | null => text && (parsePhone(text)?.e164 ?? null);
  return {
    ...(phone !== undefined && { contact_phone: e164(phone) }),
    ...(whatsapp !== undefined && { contact_whatsapp: e164(whatsapp) }),
    ...(email !== undefined && { contact_email: email }),
    ...(hours !== undefined && { contact_hours: hours === null ? null : hours.trim() }),
  };
}

/** Returns the contact of a merchant. */
export function contactOf(
  merchant: Pick<Merchant, 'contact_phone' | 'contact_whatsapp' | 'contact_email' | 'contact_hours'>,
): ContactObject {
  const { contact_phone, contact_whatsapp, contact_email, contact_hours } = merchant;
  return {
    phone: contact_phone,
    whatsapp: contact_whatsapp,
    email: contact_email,
    hours: contact_hours,
  };
}
