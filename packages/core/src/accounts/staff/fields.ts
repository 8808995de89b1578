import { documented } from '@guichet/kernel/documented';
import { blanks, spaces } from '@guichet/kernel/forms';
import { type Problem, problem } from '@guichet/kernel/problem';
import Type from 'typebox';

const control = String.raw`\u0000-\u001F\u007F-\u009F`;
/** The characters allowed in a name; see `nameProblem`. */
const plain = `[^<>${control}]`;
/** The characters not allowed in an e-mail address; see `emailProblem`. */
const in_mail = String.raw`@<>()[\]\\,;:"${control}${blanks}`;
const mail_form = String.raw`[^${in_mail}]+@[^${in_mail}]+\.[^.${in_mail}]+`;

/** A name of a person or a till (`nameProblem`). */
export const name_form = documented({ pattern: `^[${spaces}]*[^<>${control}${blanks}]${plain}*$` });

/** A person's name, as shown to others. */
export const StaffName = Type.String({ minLength: 1, maxLength: 100, ...name_form });
/** RFC 5321 section 4.5.3.1.3 allows 254 characters. */
export const Email = Type.String({
  minLength: 3,
  maxLength: 254,
  ...documented({ pattern: `^[${blanks}]*${mail_form}[${blanks}]*$` }),
});

/** @returns the problem of a name, undefined when it is valid */
export function nameProblem(name: string): Problem | undefined {
  if (name.trim() === '') return problem('empty', 'must not be empty');
  // The name precedes an e-mail address in the audit log.
  return /[\p{Cc}<>]/u.test(name)
    ? problem('not_a_plain_name', 'must not contain line breaks or angle brackets')
    : undefined;
}

/**
 * Looser than the grammar of RFC 5322, because no mail is sent: it is enough that the address is the same each
 * time.
 */
const email_form = /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+\.[^\s@.<>()[\]\\,;:"\p{Cc}]+$/u;

/** @returns the problem of an e-mail address, undefined when it is valid */
export function emailProblem(email: string): Problem | undefined {
  return email_form.test(email.trim())
    ? undefined
    : problem('not_an_email', 'must be an e-mail address, for example awa@shop.example');
}

/** Normalizes an e-mail address for storage and search. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}
