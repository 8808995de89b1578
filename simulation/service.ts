import {
  type Context,
  default_session_hours,
  keptSecret,
  makeCheckoutTokens,
  makeReferences,
  makeSecretBox,
  sessionLimits,
} from '@guichet/core/platform';
import { makeAccounts, makeProviderHosts } from '@guichet/core/routing';
import type { Database, Schema } from '@guichet/core/testing';
import type { Clock } from '@guichet/kernel/clock';
import { silentLog } from '@guichet/kernel/log';
import type { Http } from '@guichet/operators/http/contract';
import { recorded } from '@guichet/operators/http/make-http';
import type { Provider } from '@guichet/operators/provider';
import { makeTasks } from '@guichet/server/worker/tasks';
import type { TaskList } from 'graphile-worker';
import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Life } from './life.ts';
import { makeMortalPool } from './mortal-pool.ts';

const public_url = 'https://pay.example.com';

/** One life of the service's process: real code with the real database, on a history's clock. */
export interface Service {
  readonly ctx: Context;
  readonly tasks: TaskList;
}

/** Starts the service's process. */
export function startService(options: {
  readonly pool: pg.Pool;
  readonly life: Life;
  readonly clock: Clock;
  readonly http: Http;
  /** The hosts of the accounts. */
  readonly hosts: readonly string[];
  readonly providers: readonly Provider[];
}): Service {
  const { clock, life, providers } = options;
  const pool = makeMortalPool(options.pool, life);
  const db: Database = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  const secrets = makeSecretBox('key of histories, 32 characters!');
  const http = recorded(options.http);
  const hosts = makeProviderHosts(options.hosts);
  const ctx: Context = {
    db,
    pool,
    clock,
    log: silentLog,
    secrets,
    tokens: makeCheckoutTokens(secrets),
    references: makeReferences(keptSecret({ db, secrets }, 'references')),
    connectors: new Map(),
    accounts: makeAccounts({ db, clock, secrets, http, hosts, public_url, providers }),
    public_url,
    allow_local_addresses: true,
    webhook_networks: [],
    session_limits: sessionLimits(default_session_hours),
  };
  return { ctx, tasks: makeTasks(ctx) };
}
