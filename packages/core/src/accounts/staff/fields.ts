import { documented } from '@guichet/kernel/documented';
import { blanks, spaces } from '@guichet/kernel/forms';
import { type Problem, problem } from '@guichet/kernel/problem';
import Type from 'typebox';

const control = String.raw`\u0000-\u001F\u007F-\u009F`;
/** What may stand in a name: `nameProblem`. */
const plain = `[^<>${control}]`;
/** What may stand in an e-mail address: `emailProblem`. */
const in_mail = String.raw`@<>()[\]\\,;:"${control}${blanks}`;
const mail_form = String.raw`[^${in_mail}]+@[^${in_mail}]+\.[^.${in_mail}]+`;

/** Of a person, as others see it. */
export const Name = Type.String({
  minLength: 1,
  maxLength: 100,
  ...documented({ pattern: `^[${spaces}]*[^<>${control}${blanks}]${plain}*$` }),
});
/** RFC 5321 section 4.5.3.1.3 allows 254 characters. */
export const Email = Type.String({
  minLength: 3,
  maxLength: 254,
  ...documented({ pattern: `^[${blanks}]*${mail_form}[${blanks}]*$` }),
});

/** @returns what is wrong with a name, undefined when it is right */
export function nameProblem(name: string): Problem | undefined {
  if (name.trim() === '') return problem('empty', 'must not be empty');
  // It stands before an e-mail address in the audit log.
  return /[\p{Cc}<>]/u.test(name)
    ? problem('not_a_plain_name', 'must not contain line breaks or angle brackets')
    : undefined;
}

/** Looser than the grammar of RFC 5322, as no mail is sent: what counts is that it is the same each time. */
const email_form = /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+\.[^\s@.<>()[\]\\,;:"\p{Cc}]+$/u;

/** @returns what is wrong with an e-mail address, undefined when it is right */
export function emailProblem(email: string): Problem | undefined {
  return email_form.test(email.trim())
    ? undefined
    : problem('not_an_email', 'must be an e-mail address, for example awa@shop.example');
}

/** The one way an e-mail address is kept and looked for. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}
