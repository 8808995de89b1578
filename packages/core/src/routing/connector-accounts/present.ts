import { timestampText } from '@guichet/kernel/clock';
import { makeSecret } from '@guichet/kernel/secret';
import type { Context } from '../../platform/context.ts';
import { openConfigIfKnown } from './config.ts';
import { callbackUrl } from './open.ts';
import type { Account } from './queries.ts';

export type PresentedAccount = ReturnType<typeof presentAccount>;
export type ListedAccount = ReturnType<typeof presentListed>;

/** Presents an account in a list, without its settings. */
export function presentListed(account: Account) {
  const { id, connector, name, enabled, services, checked_at } = account;
  return {
    id,
    connector,
    name,
    enabled,
    operators: [...new Set(services.map(({ operator }) => operator))],
    checked_at: checked_at === null ? null : timestampText(checked_at),
    updated_at: timestampText(account.updated_at),
  };
}

/**
 * Presents an account with its settings, in which secrets are `[redacted]`. Settings that cannot be decrypted are
 * missing, so that a person can enter them again.
 */
export function presentAccount(ctx: Pick<Context, 'secrets' | 'accounts' | 'public_url'>, account: Account) {
  const { merchant_id, id, connector, name, enabled, services, checked_at } = account;
  const provider = ctx.accounts.providers.find((one) => one.id === connector);
  const config = Object.fromEntries(
    Object.entries(openConfigIfKnown(ctx.secrets, account) ?? {}).map(([field, value]) => {
      // Any setting of a provider that this version does not know may be a secret.
      const isSecret = provider?.secret_fields.includes(field) ?? true;
      return [field, isSecret ? String(makeSecret(String(value))) : value];
    }),
  );
  return {
    id,
    merchant_id,
    connector,
    name,
    enabled,
    config,
    services,
    callback_url: callbackUrl(ctx.public_url, account, provider),
    created_at: timestampText(account.created_at),
    updated_at: timestampText(account.updated_at),
    checked_at: checked_at === null ? null : timestampText(checked_at),
  };
}
