import type { Context } from '@guichet/core/platform';
import { type ClosedAccount, findClosedAccounts } from '@guichet/core/routing';
import type { Finding } from './finding.ts';

/** The maximum number of accounts to list, because people fix them one by one; the count includes the others. */
const accounts_max = 5;

/**
 * Finds accounts that are never called, because their host is neither in PROVIDER_ALLOWED_HOSTS nor among the known
 * hosts of their provider.
 */
export async function providerHosts(ctx: Pick<Context, 'db' | 'secrets' | 'accounts'>): Promise<Finding> {
  const name = 'provider_hosts';
  let closed: readonly ClosedAccount[];
  try {
    closed = await findClosedAccounts(ctx, { kind: 'command', name: 'doctor' });
  } catch (error) {
    return {
      name,
      ok: false,
      detail: `cannot decrypt the settings of an account: see secret_key (${error})`,
    };
  }
  if (closed.length === 0) return { name, ok: true, detail: 'every account uses an allowed host' };
  const first = closed.slice(0, accounts_max).map(({ account_id, origin }) => `${account_id} at ${origin}`);
  const more = closed.length > accounts_max ? ', ...' : '';
  const who = closed.length === 1 ? '1 account is not called' : `${closed.length} accounts are not called`;
  const advice =
    'Allow the host with PROVIDER_ALLOWED_HOSTS, or change the account: guichet accounts update <id> --set base_url=<address>';
  return {
    name,
    ok: false,
    detail: `${who} because the host is not allowed (${first.join(', ')}${more}). ${advice}`,
  };
}
