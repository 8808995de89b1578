import type { Context } from '../../platform/context.ts';
import { openConfig } from './config.ts';
import { originOf } from './provider-hosts.ts';
import { listAddressesInUse } from './queries.ts';

/** An account at a host that nothing is sent to any more. */
export interface ClosedAccount {
  readonly account_id: string;
  readonly merchant_id: string;
  readonly connector: string;
  /** Scheme, name and port. */
  readonly origin: string;
}

/**
 * The accounts that are asked nothing because their host is neither the provider's nor opened: those that are in use,
 * and those, also at addresses of before, where something is under way that has to be asked about. Their settings were
 * right when they were given; the hosts that are open may be others since.
 *
 * @throws Error when settings cannot be opened
 */
export async function findClosedAccounts({
  db,
  secrets,
  accounts,
}: Pick<Context, 'db' | 'secrets' | 'accounts'>): Promise<readonly ClosedAccount[]> {
  const addresses = await listAddressesInUse(db);
  return addresses.flatMap(({ config_sealed, ...account }) => {
    const provider = accounts.providers.find(({ id }) => id === account.connector);
    // A provider that this version does not know is asked nothing in any case.
    if (!provider) return [];
    const config = openConfig(secrets, { config_sealed });
    if (accounts.addressProblem(provider, config) === undefined) return [];
    return [{ ...account, origin: originOf(provider.addressOf(config)) }];
  });
}
