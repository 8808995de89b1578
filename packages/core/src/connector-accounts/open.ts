import type { Clock } from '@guichet/kernel/clock';
import type { Connector } from '@guichet/operators/contract';
import type { Http } from '@guichet/operators/http/contract';
import type { Provider } from '@guichet/operators/provider';
import type { Connection, Database } from '../database/connect.ts';
import type { SecretBox } from '../secrets/seal.ts';
import { openConfig } from './config.ts';
import { type Account, requireAccount } from './queries.ts';

/** The merchants' accounts with providers, as one process sees them. */
export interface Accounts {
  /** Every provider that this process knows. */
  readonly providers: readonly Provider[];
  /** @throws Error when no connector of this id has accounts */
  provider(connector_id: string): Provider;
  /**
   * The connector of an account, with its settings as they are now. Switched off or not: what was asked of it still
   * has to be looked up.
   *
   * @param db the transaction that the caller is in, if it is in one
   * @throws NoResultError (kysely) when the merchant has no such account; Error when its settings cannot be opened
   */
  open(merchant_id: string, account_id: string, db?: Connection): Promise<Connector>;
  /** The connector that settings would make, which nothing is kept of. @param config checked */
  tryOut(account: Pick<Account, 'id' | 'connector'>, config: Readonly<Record<string, unknown>>): Connector;
}

interface Dependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly secrets: SecretBox;
  readonly http: Http;
  readonly public_url: string;
  readonly providers: readonly Provider[];
}

/** Opens accounts once a process: a connector keeps its access token for as long as its account does not change. */
export function makeAccounts(deps: Dependencies): Accounts {
  const byId = new Map(deps.providers.map((provider) => [provider.id, provider]));
  const opened = new Map<string, { readonly updated_ms: number; readonly connector: Connector }>();

  const provider = (id: string): Provider => {
    const found = byId.get(id);
    if (!found) throw new Error(`connector ${id} is not configured`);
    return found;
  };
  const tryOut: Accounts['tryOut'] = ({ id, connector }, config) =>
    provider(connector).open(config, {
      clock: deps.clock,
      http: deps.http,
      callback_url: callbackUrl(deps.public_url, { id, connector }),
    });

  return {
    providers: deps.providers,
    provider,
    tryOut,
    open: async (merchant_id, account_id, db = deps.db) => {
      const account = await requireAccount(db, merchant_id, account_id);
      const updated_ms = account.updated_at.getTime();
      const kept = opened.get(account.id);
      if (kept?.updated_ms === updated_ms) return kept.connector;
      const connector = tryOut(account, openConfig(deps.secrets, account));
      opened.set(account.id, { updated_ms, connector });
      return connector;
    },
  };
}

/** Where a provider calls an account back, without a trailing slash. */
export function callbackUrl(public_url: string, account: Pick<Account, 'id' | 'connector'>): string {
  return `${public_url}/callbacks/${account.connector}/${account.id}`;
}
