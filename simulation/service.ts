import {
  type Context,
  default_session_hours,
  keptSecret,
  makeCheckoutTokens,
  makeDatabaseClock,
  makeReferences,
  makeSecretBox,
  sessionLimits,
} from '@guichet/core/platform';
import { makeAccounts, makeProviderHosts } from '@guichet/core/routing';
import { type Database, preparing, type Schema } from '@guichet/core/testing';
import { silentLog } from '@guichet/kernel/log';
import type { Http } from '@guichet/operators/http/contract';
import { recorded } from '@guichet/operators/http/make-http';
import type { Provider } from '@guichet/operators/provider';
import { makeTasks } from '@guichet/server/worker/tasks';
import type { TaskList } from 'graphile-worker';
import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Life } from './life.ts';
import { type MortalPoolOptions, makeMortalPool } from './mortal-pool.ts';

const public_url = 'https://pay.example.com';

/** A process of the service: the real code with a real database, on the history's clock. */
export interface Service {
  readonly life: Life;
  readonly ctx: Context;
  readonly tasks: TaskList;
}

/** Starts a process of the service. */
export async function startService(options: {
  readonly pool: pg.Pool;
  readonly mortal: MortalPoolOptions;
  readonly now_ms: () => number;
  /** The error of its machine's clock; PostgreSQL's clock is right. */
  readonly skew_ms: number;
  readonly http: Http;
  /** The hosts of the simulated providers. */
  readonly hosts: readonly string[];
  readonly providers: readonly Provider[];
}): Promise<Service> {
  const { mortal, now_ms, skew_ms, providers } = options;
  const pool = makeMortalPool(options.pool, mortal);
  const db: Database = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: preparing(pool) }) });
  const clock = makeDatabaseClock(clockOnly(now_ms), { wall: () => now_ms() + skew_ms, monotonic: now_ms });
  await clock.read();
  const secrets = makeSecretBox('key of histories, 32 characters!');
  const references = makeReferences({
    find: async () => undefined,
    keep: () => secretOf(options.pool, secrets),
  });
  await references.prepare();
  const http = recorded(options.http);
  const hosts = makeProviderHosts(options.hosts);
  const ctx: Context = {
    db,
    pool,
    clock,
    log: silentLog,
    secrets,
    tokens: makeCheckoutTokens(secrets),
    references,
    connectors: new Map(),
    accounts: makeAccounts({ db, clock, secrets, http, hosts, public_url, providers }),
    public_url,
    allow_local_addresses: true,
    webhook_networks: [],
    session_limits: sessionLimits(default_session_hours),
  };
  return { life: mortal.life, ctx, tasks: makeTasks(ctx) };
}

const known_secrets = new WeakMap<pg.Pool, Promise<string>>();

/**
 * Returns the installation's secret, which is read once per database. In the real service, each process reads
 * it at its start.
 */
function secretOf(pool: pg.Pool, secrets: Context['secrets']): Promise<string> {
  const db: Database = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  const secret = known_secrets.get(pool) ?? keptSecret({ db, secrets }, 'references').keep();
  known_secrets.set(pool, secret);
  return secret;
}

/** Simulates the clock of PostgreSQL; everything else in PostgreSQL is real. */
function clockOnly(now_ms: () => number): Pick<pg.Pool, 'connect'> {
  const client = { query: async () => ({ rows: [{ now: new Date(now_ms()) }] }), release: () => undefined };
  return { connect: async () => client } as unknown as Pick<pg.Pool, 'connect'>;
}
