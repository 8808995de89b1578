import type { Problem } from '@guichet/kernel/problem';
import type { Connector } from '@guichet/operators/contract';
import type { Provider } from '@guichet/operators/provider';
import type { Selectable } from 'kysely';
import type { Connection } from './database/connect.ts';
import type { ConnectorAccountTable } from './database/tables/operators.ts';

/** Settings of an account by name, secrets as plain text. */
export type AccountConfig = Readonly<Record<string, unknown>>;

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
   * @param address_revision which of its addresses is asked, with the settings of then; null: the one of now
   * @throws NoResultError (kysely) when the merchant has no such account; Error when its settings cannot be opened
   */
  open(
    merchant_id: string,
    account_id: string,
    db?: Connection,
    address_revision?: number | null,
  ): Promise<Connector>;
  /** Says why an account may not be where its settings say. @returns undefined when it may. @param config checked */
  addressProblem(provider: Provider, config: AccountConfig): Problem | undefined;
  /** The connector that settings would make, which nothing is kept of. @param config checked */
  tryOut(
    account: Pick<Selectable<ConnectorAccountTable>, 'id' | 'connector'>,
    config: AccountConfig,
  ): Connector;
}
