import type { Clock } from '@guichet/kernel/clock';
import type { Log } from '@guichet/kernel/log';
import type { Connector } from '@guichet/operators/contract';
import type pg from 'pg';
import type { SessionLimits } from './actor/session-limits.ts';
import type { Database } from './database/connect.ts';
import type { Accounts } from './provider-accounts.ts';
import type { CheckoutTokens } from './secrets/checkout-tokens.ts';
import type { SecretBox } from './secrets/seal.ts';

/** What the verbs of every noun work with. Made once a process by the server's or the command line's composition. */
export interface Context {
  readonly db: Database;
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly log: Log;
  readonly secrets: SecretBox;
  readonly tokens: CheckoutTokens;
  /** Those that need no account, by connector id. */
  readonly connectors: ReadonlyMap<string, Connector>;
  /** The merchants' accounts with providers. */
  readonly accounts: Accounts;
  /** Address customers reach us at, without a trailing slash. */
  readonly public_url: string;
  /** Development only: addresses that merchants and staff give may be http and of this machine. */
  readonly allow_local_addresses: boolean;
  /** Networks (CIDR) beyond the public internet that webhooks may reach. */
  readonly webhook_networks: readonly string[];
  /** For how long somebody stays signed in to the dashboard. */
  readonly session_limits: SessionLimits;
}
