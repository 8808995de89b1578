import type { CommandActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { openConfig } from './config.ts';
import { originOf } from './provider-hosts.ts';
import { listAddressesInUse } from './queries.ts';

/** An account at a host that may no longer be reached. */
export interface ClosedAccount {
  readonly account_id: string;
  readonly merchant_id: string;
  readonly connector: string;
  /** Scheme, name and port. */
  readonly origin: string;
}

/**
 * Lists accounts that cannot be used because their host is neither the provider's nor an opened one: enabled
 * accounts, and those with open inquiries, also at earlier URLs. Their settings were valid when saved; the
 * opened hosts may have changed since.
 *
 * @throws Error when settings cannot be decrypted
 */
export async function findClosedAccounts(
  { db, secrets, accounts }: Pick<Context, 'db' | 'secrets' | 'accounts'>,
  actor: CommandActor,
): Promise<readonly ClosedAccount[]> {
  requireScope(actor, 'installation:read');
  const addresses = await listAddressesInUse(db);
  return addresses.flatMap(({ config_sealed, ...account }) => {
    const provider = accounts.providers.find(({ id }) => id === account.connector);
    // A provider unknown to this version is never called.
    if (!provider) return [];
    const config = openConfig(secrets, { config_sealed });
    if (accounts.addressProblem(provider, config) === undefined) return [];
    return [{ ...account, origin: originOf(provider.addressOf(config)) }];
  });
}
