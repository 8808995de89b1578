import { callbackKey, makeSandboxDependencies } from '@guichet/core/operations';
import {
  type Context,
  default_session_hours,
  keptSecret,
  makeCheckoutTokens,
  makeOpener,
  makeReferences,
  makeSecretBox,
  sessionLimits,
} from '@guichet/core/platform';
import { makeAccounts, makeProviderHosts } from '@guichet/core/routing';
import { type Clock, makeFixedClock } from '@guichet/kernel/clock';
import { silentLog } from '@guichet/kernel/log';
import type { Connector } from '@guichet/operators/contract';
import { makeHttp } from '@guichet/operators/http/make-http';
import type { Provider } from '@guichet/operators/provider';
import { sandbox } from '@guichet/operators/sandbox/connector';
import { makeTestDatabase, type TestDatabase } from './database.ts';

export type FixedClock = ReturnType<typeof makeFixedClock>;

export interface TestContext<C extends Clock = FixedClock> extends Context {
  readonly clock: C;
  readonly database: TestDatabase;
  /** The context's own map, so that a test can replace a connector. */
  readonly connectors: Map<string, Connector>;
}

/** The SECRET_KEY of these contexts; a process that uses the same database needs it too. */
export const context_secret_key = 'key of the tests: 32 characters!';

/**
 * The test's clock starts years ahead of the database's clock. A job that is scheduled for the database's current
 * time is therefore always due; a job that is scheduled for a time of the test's clock is not due until the test
 * advances its clock to that time.
 */
export const start = new Date('2040-03-01T10:00:00Z');

/**
 * Makes a context with its own database and a clock that only the test moves; close it with `afterAll(() =>
 * ctx.database.close())`.
 */
export async function makeTestContext(providers: readonly Provider[] = []): Promise<TestContext> {
  const ctx = composeContext(await makeTestDatabase(), makeFixedClock(start), providers);
  // Prepares the secret as the service does before it listens: thirty concurrent requests would leave no connection
  // free to read it.
  await ctx.references.prepare();
  return ctx;
}

/** The connector of test mode, for a test that wraps it. */
export function sandboxOf({ connectors }: Pick<Context, 'connectors'>): Connector {
  const connector = connectors.get(sandbox.id);
  if (!connector) throw new Error('the context has no sandbox');
  return connector;
}

/** Composes a context as the server does. @param providers the providers that merchants can have accounts with */
export function composeContext<C extends Clock>(
  database: TestDatabase,
  clock: C,
  providers: readonly Provider[] = [],
): TestContext<C> {
  const connectors = new Map<string, Connector>();
  const secrets = makeSecretBox(context_secret_key);
  const public_url = 'http://localhost:3000';
  const hosts = makeProviderHosts(['127.0.0.1', '::1']);
  const bounds = { bytes_max: 512 * 1024, lines_max: 20_000 };
  const opener = makeOpener({ guardOf: hosts.guardOf, timeout_ms: 5_000, bounds });
  const client = makeHttp(opener.open);
  const { db, pool } = database;
  const ctx: TestContext<C> = {
    db,
    pool,
    clock,
    log: silentLog,
    secrets,
    tokens: makeCheckoutTokens(secrets),
    references: makeReferences(keptSecret({ db, secrets }, 'references')),
    connectors,
    accounts: makeAccounts({ db, clock, secrets, http: client.http, hosts, public_url, providers }),
    public_url,
    allow_local_addresses: true,
    webhook_networks: ['127.0.0.0/8', '::1/128'],
    session_limits: sessionLimits(default_session_hours),
    database: {
      ...database,
      close: async () => {
        await client.close();
        await database.close();
      },
    },
  };
  connectors.set(
    sandbox.id,
    sandbox.create({ callback_key: callbackKey(ctx) }, makeSandboxDependencies(ctx)),
  );
  return ctx;
}
