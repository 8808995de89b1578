import type { Context } from '@guichet/core/platform/context';
import { type ClosedAccount, findClosedAccounts } from '@guichet/core/routing/connector-accounts/find-closed';
import type { Finding } from './finding.ts';

/** A person takes them one by one; the count says how many more there are. */
const accounts_max = 5;

/** Accounts that are asked nothing, as their host is open no more: PROVIDER_ALLOWED_HOSTS has changed, or a version. */
export async function providerHosts(ctx: Pick<Context, 'db' | 'secrets' | 'accounts'>): Promise<Finding> {
  const name = 'provider_hosts';
  let closed: readonly ClosedAccount[];
  try {
    closed = await findClosedAccounts(ctx);
  } catch (error) {
    return { name, ok: false, detail: `cannot open the settings of an account: see secret_key (${error})` };
  }
  if (closed.length === 0) return { name, ok: true, detail: 'every account is at a host that is open' };
  const first = closed.slice(0, accounts_max).map(({ account_id, origin }) => `${account_id} at ${origin}`);
  const more = closed.length > accounts_max ? ', ...' : '';
  const who = closed.length === 1 ? '1 account is asked' : `${closed.length} accounts are asked`;
  const advice =
    'Open the host with PROVIDER_ALLOWED_HOSTS, or move the account: guichet accounts update <id> --set base_url=<address>';
  return {
    name,
    ok: false,
    detail: `${who} nothing, at a host that is not open (${first.join(', ')}${more}). ${advice}`,
  };
}
