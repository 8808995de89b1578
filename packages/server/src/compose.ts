import type { Connected, Context, DatabaseClock } from '@guichet/core/platform';
import type { ProviderHosts } from '@guichet/core/routing';
import {
  callbackKey,
  connect,
  keptSecret,
  makeAccounts,
  makeCheckoutTokens,
  makeDatabaseClock,
  makeOpener,
  makeProviderHosts,
  makeReferences,
  makeSandboxDependencies,
  makeSecretBox,
  sessionLimits,
} from '@guichet/core/serving';
import type { Log } from '@guichet/kernel/log';
import type { Connector } from '@guichet/operators/contract';
import type { Http } from '@guichet/operators/http/contract';
import { makeHttp } from '@guichet/operators/http/make-http';
import { providers } from '@guichet/operators/providers';
import { sandbox } from '@guichet/operators/sandbox/connector';
import type { Config, DatabaseConfig } from './config.ts';
import { startEmbeddedPostgres } from './embedded-postgres/start.ts';
import { keepSecretKey } from './secret-key.ts';
import { type Stoppable, stopInOrder } from './stop-in-order.ts';

const connections_max = 20;
/** Time to close unused connections. */
const connections_close_max_ms = 3_000;
/**
 * The time to stop the embedded PostgreSQL, which flushes to disk when it shuts down; `stop-postmaster.ts` waits at
 * most 60 s for it.
 */
const embedded_max_ms = 65_000;
export const close_max_ms = 2 * connections_close_max_ms + embedded_max_ms;
/** Timeout for connecting to a provider. Without a connection, nothing has been sent. */
const connect_timeout_ms = 5_000;
/**
 * `bytes_max` is twice the length at which a provider's response is truncated. `lines_max` is high, because
 * indented JSON has many lines.
 */
const answer_bounds = { bytes_max: 512 * 1024, lines_max: 20_000 };

export interface Composed {
  readonly ctx: Context;
  /** The clock of the context; a long-running process calls its `follow`. */
  readonly clock: DatabaseClock;
  /** Releases the database, and stops an embedded one if it is unused. Takes {@link close_max_ms} at most. */
  close(): Promise<void>;
}

/** An open database, and the parts to stop when it is no longer used. */
export interface OpenedDatabase extends Pick<Connected, 'db' | 'pool'> {
  readonly parts: readonly Stoppable[];
}

/** Opens the database, and starts an embedded one if no address is set. */
export async function openDatabase(
  { database_url, data_dir }: DatabaseConfig,
  log: Log,
): Promise<OpenedDatabase> {
  const embedded = database_url === null ? await startEmbeddedPostgres({ data_dir, log }) : null;
  const { db, pool, close } = connect(database_url ?? embedded?.database_url ?? '', {
    connections_max,
    onError: (error) => log.warn({ err: error }, 'a database connection broke'),
  });
  const parts = [
    ...(embedded ? [{ name: 'embedded database', stop_max_ms: embedded_max_ms, stop: embedded.stop }] : []),
    { name: 'connections to the database', stop_max_ms: connections_close_max_ms, stop: close },
  ];
  return { db, pool, parts };
}

/**
 * Opens the parts that every process needs: the database and its clock, secrets, connectors. All dependencies are
 * wired together here.
 */
export async function compose(config: Config, log: Log): Promise<Composed> {
  const database = await openDatabase(config, log);
  const secret_key = config.secret_key ?? (await keepSecretKey(config.data_dir));
  const hosts = makeProviderHosts(config.provider_allowed_hosts);
  const opener = makeOpener({
    guardOf: hosts.guardOf,
    timeout_ms: connect_timeout_ms,
    bounds: answer_bounds,
  });
  const client = makeHttp(opener.open);
  const clock = makeDatabaseClock(database.pool);
  const close = (): Promise<void> => {
    clock.stop();
    return stopInOrder([
      ...database.parts,
      {
        name: 'connections to providers',
        stop_max_ms: connections_close_max_ms,
        stop: () => {
          opener.close();
          return client.close();
        },
      },
    ]);
  };
  try {
    await clock.read();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    ctx: makeContext(config, log, database, { secret_key, clock, http: client.http, hosts }),
    clock,
    close,
  };
}

function makeContext(
  config: Config,
  log: Log,
  { db, pool }: OpenedDatabase,
  {
    secret_key,
    clock,
    http,
    hosts,
  }: {
    readonly secret_key: string;
    readonly clock: DatabaseClock;
    readonly http: Http;
    readonly hosts: ProviderHosts;
  },
): Context {
  const connectors = new Map<string, Connector>();
  const secrets = makeSecretBox(secret_key, config.secret_keys_previous);
  const { public_url } = config;
  const ctx: Context = {
    db,
    pool,
    clock,
    log,
    secrets,
    tokens: makeCheckoutTokens(secrets),
    references: makeReferences(keptSecret({ db, secrets }, 'references')),
    connectors,
    accounts: makeAccounts({ db, clock, secrets, http, hosts, public_url, providers }),
    public_url,
    allow_local_addresses: config.environment === 'development',
    webhook_networks: config.webhook_allowed_networks,
    session_limits: sessionLimits(config.staff_session_hours),
  };
  connectors.set(
    sandbox.id,
    sandbox.create({ callback_key: callbackKey(ctx) }, makeSandboxDependencies(ctx)),
  );
  return ctx;
}
