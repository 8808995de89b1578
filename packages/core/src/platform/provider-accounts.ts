import type { Problem } from '@guichet/kernel/problem';
import type { Connector, Service } from '@guichet/operators/contract';
import type { Provider } from '@guichet/operators/provider';
import type { Selectable } from 'kysely';
import type { Connection } from './database/connect.ts';
import type { ConnectorAccountTable } from './database/tables/operators.ts';

/** The settings of an account by name, with secrets in plain text. */
export type AccountConfig = Readonly<Record<string, unknown>>;

/**
 * The settings of an account cannot be read: they were encrypted with a SECRET_KEY that this process does not
 * have, or were dropped because that key was lost.
 */
export class UnreadableAccountError extends Error {
  override readonly name = 'UnreadableAccountError';
}

/** The merchants' accounts with providers, as available to one process. */
export interface Accounts {
  /** The providers that this process knows. */
  readonly providers: readonly Provider[];
  /** @throws Error when no connector of this id has accounts */
  provider(connector_id: string): Provider;
  /**
   * Opens the connector of an account, enabled or not, with its current settings, because inquiries about sent
   * requests must remain possible.
   *
   * @param db the caller's transaction, if any
   * @param address_revision the revision of the account's URL to use, with the settings of that time; null for the
   * current URL and settings
   * @throws Error when the merchant has no such account
   * @throws UnreadableAccountError when its settings cannot be decrypted
   */
  open(
    merchant_id: string,
    account_id: string,
    db?: Connection,
    address_revision?: number | null,
  ): Promise<Connector>;
  /**
   * Opens the connector like `open`, and also returns its provider, because a callback identifies only the account.
   */
  openWithProvider(
    merchant_id: string,
    account_id: string,
  ): Promise<{ readonly connector: Connector; readonly provider: Provider }>;
  /**
   * Checks whether the URL in an account's settings is allowed. @returns undefined when it is. @param config
   * validated
   */
  addressProblem(provider: Provider, config: AccountConfig): Problem | undefined;
  /**
   * Returns the services that follow from an account's current settings. The stored ones are those of the last change
   * or check, and may have been stored by an earlier version, which knew fewer of their properties.
   *
   * @throws Error when no connector of this id has accounts, or when the settings cannot be decrypted
   */
  servicesOf(
    account: Pick<Selectable<ConnectorAccountTable>, 'connector' | 'config_sealed'>,
  ): readonly Service[];
  /** Makes a connector from settings without storing them. @param config validated */
  tryOut(
    account: Pick<Selectable<ConnectorAccountTable>, 'id' | 'connector'>,
    config: AccountConfig,
  ): Connector;
}
