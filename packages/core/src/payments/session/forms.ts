import { documented } from '@guichet/kernel/documented';
import { blanks } from '@guichet/kernel/forms';
import { limits } from '@guichet/kernel/limits';

/** How texts look that `rules.ts` and `metadata.ts` take, as options of a schema (`kernel/forms.ts`). */

const other = `\\u0000${blanks}@`;
const email_pattern = String.raw`[^${other}]+@[^${other}][^${other}.]*\.[^${other}]+`;

/** An e-mail address (`emailProblem`). */
export const email_form = documented({ pattern: `^${email_pattern}$` });

/** The same, or nothing. */
export const email_or_empty_form = documented({ pattern: `^(?:${email_pattern})?$` });

/** A one-time code, as people type it (`readOtp`). */
export const otp_form = documented({ pattern: `^[${blanks}]*(?:[0-9A-Za-z][${blanks}]*){3,12}$` });

/** Of the merchant's own data. How deep and large it may be no schema can say that generators of code understand. */
export const metadata_form = documented({ maxProperties: limits.metadata_keys_max });
