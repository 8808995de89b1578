import type { Clock } from '@guichet/kernel/clock';
import type { Connector } from '@guichet/operators/contract';
import type { Http } from '@guichet/operators/http/contract';
import { noteExchange } from '@guichet/operators/http/exchanges';
import { lease_ms } from '@guichet/operators/http/lease';
import { isAbsence } from '@guichet/operators/http/outcome-without';
import type { Provider } from '@guichet/operators/provider';
import type { Connection, Database } from '../../platform/database/connect.ts';
import { type Accounts, UnreadableAccountError } from '../../platform/provider-accounts.ts';
import type { SecretBox } from '../../platform/secrets/seal.ts';
import { openConfig } from './config.ts';
import type { ProviderHosts } from './provider-hosts.ts';
import { type Account, findPastSettings, requireAccount } from './queries.ts';

interface Dependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly secrets: SecretBox;
  readonly http: Http;
  readonly hosts: ProviderHosts;
  readonly public_url: string;
  readonly providers: readonly Provider[];
}

/**
 * Makes the accounts of a process. Each connector is opened once and keeps its access token until its account
 * changes.
 */
export function makeAccounts(deps: Dependencies): Accounts {
  const byId = new Map(deps.providers.map((provider) => [provider.id, provider]));
  const opened = new Map<string, { readonly updated_ms: number; readonly connector: Connector }>();

  const provider = (id: string): Provider => {
    const found = byId.get(id);
    if (!found) throw new Error(`connector ${id} is not configured`);
    return found;
  };
  const tryOut: Accounts['tryOut'] = ({ id, connector }, config) => {
    const found = provider(connector);
    return found.open(config, {
      clock: deps.clock,
      http: bindHttp(deps, found, found.addressOf(config)),
      callback_url: callbackUrl(deps.public_url, { id, connector }, found),
    });
  };

  /** Cached for ever, because earlier settings never change. */
  const openPast = async (db: Connection, account: Account, address_revision: number): Promise<Connector> => {
    const name = `${account.id} ${address_revision}`;
    const kept = opened.get(name);
    if (kept) return kept.connector;
    const { merchant_id, id: account_id } = account;
    const past = await findPastSettings(db, { merchant_id, account_id, address_revision });
    if (!past) throw new UnreadableAccountError('the earlier settings of the account were dropped');
    const connector = doubtAbsence(tryOut(account, openConfig(deps.secrets, past)), past);
    opened.set(name, { updated_ms: 0, connector });
    return connector;
  };

  const openPresent = (account: Account): Connector => {
    const updated_ms = account.updated_at.getTime();
    const kept = opened.get(account.id);
    if (kept?.updated_ms === updated_ms) return kept.connector;
    const connector = doubtAbsence(tryOut(account, openConfig(deps.secrets, account)), account);
    opened.set(account.id, { updated_ms, connector });
    return connector;
  };

  return {
    providers: deps.providers,
    provider,
    addressProblem: (of, config) => deps.hosts.addressProblem(of.addressOf(config), of),
    servicesOf: (account) => provider(account.connector).servicesOf(openConfig(deps.secrets, account)),
    tryOut,
    open: async (merchant_id, account_id, db = deps.db, address_revision = null) => {
      const account = await requireAccount(db, merchant_id, account_id);
      const isPast = address_revision !== null && address_revision !== account.address_revision;
      return isPast ? openPast(db, account, address_revision) : openPresent(account);
    },
    openWithProvider: async (merchant_id, account_id) => {
      const account = await requireAccount(deps.db, merchant_id, account_id);
      return { connector: openPresent(account), provider: provider(account.connector) };
    },
  };
}

/**
 * Reports a request as unknown instead of never received if it may have been made before the settings that name the
 * wallet changed: a different wallet is asked now, and does not know it although it may have been paid. If the
 * settings are only new credentials of the same wallet, the provider finds what was paid.
 */
function doubtAbsence(
  connector: Connector,
  { identity_changed_at }: Pick<Account, 'identity_changed_at'>,
): Connector {
  if (identity_changed_at === null) return connector;
  // For as long as a call may take to be sent, a process may have read the earlier settings.
  const since_ms = identity_changed_at.getTime() + lease_ms;
  return {
    ...connector,
    lookup: async (request, signal) => {
      const answer = await connector.lookup(request, signal);
      const isEarlier = request.created_at.getTime() < since_ms;
      if (!isEarlier || !isAbsence(answer.outcome)) return answer;
      return { ...answer, outcome: { kind: 'unknown', cause: 'not_found' } };
    },
  };
}

/**
 * Restricts the requests of one account to hosts that may receive its secrets, regardless of the URL that a
 * connector builds, and even if the host was closed after the connector was opened. A request refused here is
 * certain not to have been sent.
 */
function bindHttp({ http, hosts }: Dependencies, provider: Provider, own_address: string): Http {
  return async (call, signal) => {
    if (hosts.allows(call.url, provider, own_address)) return http(call, signal);
    const refused = { kind: 'not_sent', cause: 'host_not_allowed' } as const;
    noteExchange(call, refused, 0);
    return refused;
  };
}

/** Returns the URL to which a provider sends an account's callbacks, without a trailing slash. */
export function callbackUrl(
  public_url: string,
  account: Pick<Account, 'id' | 'connector'>,
  provider?: Pick<Provider, 'callback_name'>,
): string {
  return `${public_url}/callbacks/${provider?.callback_name ?? account.connector}/${account.id}`;
}
