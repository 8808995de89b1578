import type { CommandActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { openConfig } from './config.ts';
import { originOf } from './provider-hosts.ts';
import { listAddressesInUse } from './queries.ts';

/** An account to whose host requests are no longer allowed. */
export interface ClosedAccount {
  readonly account_id: string;
  readonly merchant_id: string;
  readonly connector: string;
  /** The scheme, host name and port. */
  readonly origin: string;
}

/**
 * Lists accounts that cannot be used because their host is neither the provider's nor an opened one: enabled
 * accounts, and those with open inquiries, including inquiries to earlier URLs. Their settings were valid when they
 * were saved; the opened hosts may have changed since.
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
    // A provider that this version does not know is never called.
    if (!provider) return [];
    const config = openConfig(secrets, { config_sealed });
    if (accounts.addressProblem(provider, config) === undefined) return [];
    return [{ ...account, origin: originOf(provider.addressOf(config)) }];
  });
}
