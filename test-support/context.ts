import type { Context } from '@guichet/core/context';
import { callbackKey } from '@guichet/core/sandbox/callback-key';
import { makeSandboxDependencies } from '@guichet/core/sandbox/make-dependencies';
import { makeSecretBox } from '@guichet/core/secrets/seal';
import { type Clock, makeFixedClock } from '@guichet/kernel/clock';
import { silentLog } from '@guichet/kernel/log';
import type { Connector } from '@guichet/operators/contract';
import { sandbox } from '@guichet/operators/sandbox/connector';
import { makeTestDatabase, type TestDatabase } from './database.ts';

export type FixedClock = ReturnType<typeof makeFixedClock>;

export interface TestContext<C extends Clock = FixedClock> extends Context {
  readonly clock: C;
  readonly database: TestDatabase;
  /** The same map as the context's own, so that a test can put another connector in. */
  readonly connectors: Map<string, Connector>;
}

/**
 * Years ahead of the database's clock: a job for "now" (the database's) is always due, one for later never is, until
 * the test's clock gets there.
 */
export const start = new Date('2040-03-01T10:00:00Z');

/** A context on a database of its own with a clock that only the test moves; end it with `afterAll(() => ctx.database.close())`. */
export async function makeTestContext(): Promise<TestContext> {
  return composeContext(await makeTestDatabase(), makeFixedClock(start));
}

/** Wires a context as the server does. */
export function composeContext<C extends Clock>(database: TestDatabase, clock: C): TestContext<C> {
  const connectors = new Map<string, Connector>();
  const ctx: TestContext<C> = {
    db: database.db,
    pool: database.pool,
    clock,
    log: silentLog,
    secrets: makeSecretBox('key of the tests, 32 characters!'),
    connectors,
    public_url: 'http://localhost:3000',
    allow_local_addresses: true,
    database,
  };
  connectors.set(
    sandbox.id,
    sandbox.create({ callback_key: callbackKey(ctx) }, makeSandboxDependencies(ctx)),
  );
  return ctx;
}
