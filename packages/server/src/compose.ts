import { makeAccounts } from '@guichet/core/connector-accounts/open';
import type { Context } from '@guichet/core/context';
import { type Connected, connect } from '@guichet/core/database/connect';
import { callbackKey } from '@guichet/core/sandbox/callback-key';
import { makeSandboxDependencies } from '@guichet/core/sandbox/make-dependencies';
import { makeSecretBox } from '@guichet/core/secrets/seal';
import { systemClock } from '@guichet/kernel/clock';
import type { Log } from '@guichet/kernel/log';
import type { Connector } from '@guichet/operators/contract';
import type { Http } from '@guichet/operators/http/contract';
import { makeHttp } from '@guichet/operators/http/make-http';
import { providers } from '@guichet/operators/providers';
import { sandbox } from '@guichet/operators/sandbox/connector';
import type { Config } from './config.ts';
import { startEmbeddedPostgres } from './embedded-postgres/start.ts';
import { keepSecretKey } from './secret-key.ts';

const connections_max = 20;

export interface Composed {
  readonly ctx: Context;
  /** Lets go of the database, and stops the embedded one if nobody else uses it. */
  close(): Promise<void>;
}

/** Opens what every process needs: database, secrets, connectors. The one place where things are wired together. */
export async function compose(config: Config, log: Log): Promise<Composed> {
  const embedded =
    config.database_url === null ? await startEmbeddedPostgres({ data_dir: config.data_dir, log }) : null;
  const database_url = config.database_url ?? embedded?.database_url ?? '';
  const secret_key = config.secret_key ?? (await keepSecretKey(config.data_dir));
  const connected = connect(database_url, {
    connections_max,
    onError: (error) => log.warn({ err: error }, 'a database connection broke'),
  });
  const client = makeHttp();
  return {
    ctx: makeContext(config, log, connected, secret_key, client.http),
    close: async () => {
      await client.close();
      await connected.close();
      await embedded?.stop();
    },
  };
}

function makeContext(
  config: Config,
  log: Log,
  { db, pool }: Connected,
  secret_key: string,
  http: Http,
): Context {
  const connectors = new Map<string, Connector>();
  const secrets = makeSecretBox(secret_key, config.secret_keys_previous);
  const { public_url } = config;
  const ctx: Context = {
    db,
    pool,
    clock: systemClock,
    log,
    secrets,
    connectors,
    accounts: makeAccounts({ db, clock: systemClock, secrets, http, public_url, providers }),
    public_url,
    allow_local_addresses: config.environment === 'development',
    webhook_networks: config.webhook_allowed_networks,
  };
  connectors.set(
    sandbox.id,
    sandbox.create({ callback_key: callbackKey(ctx) }, makeSandboxDependencies(ctx)),
  );
  return ctx;
}
