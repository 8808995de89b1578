import { invalidFields } from '@guichet/kernel/errors';
import { problem } from '@guichet/kernel/problem';
import type { Provider } from '@guichet/operators/provider';
import type { AccountConfig } from '../../platform/provider-accounts.ts';
import { originOf } from './provider-hosts.ts';

/**
 * Binds secrets to the origin for which they were saved: a person who changes a setting so that requests go to a
 * different origin has to enter all secrets again. A person who may change an account, but does not know its
 * secrets, therefore cannot have them sent elsewhere.
 *
 * @param given the settings that this change sets
 * @throws AppError `invalid_fields` naming every secret that is missing
 */
export function requireSecretsAgain(
  provider: Provider,
  { before, after, given }: Readonly<Record<'before' | 'after' | 'given', AccountConfig>>,
): void {
  const [from, to] = [before, after].map((config) => originOf(provider.addressOf(config)));
  if (from === undefined || to === undefined || from === to) return;
  const taken_along = provider.secret_fields.filter(
    (field) => after[field] !== undefined && !Object.hasOwn(given, field),
  );
  if (taken_along.length === 0) return;
  const again = problem(
    'secret_of_other_host',
    `must be given again: it was saved for ${from}, and this is ${to}`,
    {
      from,
      to,
    },
  );
  throw invalidFields(Object.fromEntries(taken_along.map((field) => [`config.${field}`, [again]])));
}
