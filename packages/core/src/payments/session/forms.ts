import { documented } from '@guichet/kernel/documented';
import { blanks } from '@guichet/kernel/forms';
import { limits } from '@guichet/kernel/limits';

/**
 * The forms of texts that `rules.ts` and `metadata.ts` accept, as options of a schema (`kernel/forms.ts`).
 */

const other = `\\u0000${blanks}@`;
const email_pattern = String.raw`[^${other}]+@[^${other}][^${other}.]*\.[^${other}]+`;

/** An e-mail address (`emailProblem`). */
export const email_form = documented({ pattern: `^${email_pattern}$` });

/** An e-mail address, or an empty text. */
export const email_or_empty_form = documented({ pattern: `^(?:${email_pattern})?$` });

const in_otp = String.raw`0-9A-Za-z\u0660-\u0669\u06F0-\u06F9`;

/** A one-time code as people type it (`readOtp`). */
export const otp_form = documented({ pattern: `^[${blanks}]*(?:[${in_otp}][${blanks}]*){3,12}$` });

/**
 * The merchant's own data. Its depth and size cannot be expressed in a schema that code generators
 * understand.
 */
export const metadata_form = documented({ maxProperties: limits.metadata_keys_max });
