import type { Clock } from '@guichet/kernel/clock';
import type { Log } from '@guichet/kernel/log';
import type { Connector } from '@guichet/operators/contract';
import type pg from 'pg';
import type { SessionLimits } from './actor/session-limits.ts';
import type { Database } from './database/connect.ts';
import type { Accounts } from './provider-accounts.ts';
import type { References } from './references/references.ts';
import type { CheckoutTokens } from './secrets/checkout-tokens.ts';
import type { SecretBox } from './secrets/seal.ts';

/** The dependencies of all verbs, composed once per process by the server or the command line. */
export interface Context {
  readonly db: Database;
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly log: Log;
  readonly secrets: SecretBox;
  readonly tokens: CheckoutTokens;
  /** Makes the references of requests to providers. */
  readonly references: References;
  /** Connectors that need no account, by id. */
  readonly connectors: ReadonlyMap<string, Connector>;
  /** The merchants' accounts with providers. */
  readonly accounts: Accounts;
  /** The base URL for customers, without a trailing slash. */
  readonly public_url: string;
  /** Development only: URLs of merchants and staff may use http and point to this machine. */
  readonly allow_local_addresses: boolean;
  /** Private networks (CIDR) to which webhooks may be sent. */
  readonly webhook_networks: readonly string[];
  /** The lifetime of dashboard sessions. */
  readonly session_limits: SessionLimits;
}
