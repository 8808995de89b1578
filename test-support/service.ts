import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Context } from '@guichet/core/platform';
import { readConfig } from '@guichet/server/config';
import { hashWithLittleWork } from '@guichet/server/dashboard/testing/test-password';
import type { Demo } from '@guichet/server/demo/prepare-demo';
import { ListenError } from '@guichet/server/listen-error';
import { makeLogger } from '@guichet/server/make-logger';
import { type Service, serve } from '@guichet/server/serve';
import type { FastifyInstance } from 'fastify';
import { makeTestDatabase, type TestDatabase } from './database.ts';
import { makeAnswerWatch } from './watch-answers.ts';

/** Long enough to be accepted; it protects no real data. */
export const test_secret_key = 'a-secret-key-that-is-for-tests-only';

export type LogLine = Readonly<Record<string, unknown>>;

export interface TestServiceOptions {
  /** Environment variables in addition to the usual ones; undefined removes a usual one. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The database to use, which is left open; a new database if omitted. */
  readonly database?: TestDatabase;
  /** The folder to use, which is kept; a temporary folder if omitted. */
  readonly data_dir?: string;
  /** Called with each HTTP server before it has routes. */
  readonly onApp?: (app: FastifyInstance) => void;
}

export interface TestService {
  /** URL without a trailing slash; nothing listens on it for a role without HTTP. */
  readonly url: string;
  /** The demo merchant and its test key; empty without one. */
  readonly demo: Pick<Demo, 'merchant_id' | 'test_key'>;
  readonly ctx: Context;
  readonly database: TestDatabase;
  readonly data_dir: string;
  /** Every line logged so far, from level debug on. */
  readonly logs: readonly LogLine[];
  /** @throws Error when the API has sent an undocumented response since the last check */
  expectDocumented(): void;
  /** Stops the service, and then calls {@link expectDocumented}. */
  stop(): Promise<void>;
}

/**
 * A port is chosen before it is used, so another process may take it first; at most this many ports are
 * chosen.
 */
const port_choices_max = 5;

/**
 * Runs the real service in this process, on a free port and with its own database. The only difference is
 * that passwords are hashed with less work.
 */
export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  hashWithLittleWork();
  const database = options.database ?? (await makeTestDatabase());
  const data_dir = options.data_dir ?? (await mkdtemp(join(tmpdir(), 'guichet-service-')));
  const release = async (): Promise<void> => {
    if (!options.database) await database.close();
    if (!options.data_dir) await rm(data_dir, { recursive: true, force: true });
  };
  const lines: LogLine[] = [];
  try {
    const env = { ...testEnvironment(database.database_url, data_dir), ...options.env };
    const watch = await makeAnswerWatch();
    const { service, url } = await startOnFreePort(env, lines, (app) => {
      watch.attach(app);
      options.onApp?.(app);
    });
    return {
      url,
      demo: service.demo ?? { merchant_id: '', test_key: '' },
      ctx: service.ctx,
      database,
      data_dir,
      logs: lines,
      expectDocumented: () => watch.expectDocumented(),
      stop: async () => {
        try {
          await service.stop();
        } finally {
          await release();
        }
        watch.expectDocumented();
      },
    };
  } catch (error) {
    await release();
    throw error;
  }
}

/** The environment of a service or a command on a test database, without the port. */
export function testEnvironment(database_url: string, data_dir: string): Record<string, string> {
  return {
    NODE_ENV: 'development',
    HOST: '127.0.0.1',
    DATABASE_URL: database_url,
    DATA_DIR: data_dir,
    SECRET_KEY: test_secret_key,
    LOG_LEVEL: 'debug',
    // Tests send requests as fast as they can.
    RATE_LIMIT_KEY_PER_SECOND: '0',
    RATE_LIMIT_IP_PER_SECOND: '0',
  };
}

/** The environment of a command on the database of a running service. */
export function environmentBeside({
  url,
  database,
  data_dir,
}: Pick<TestService, 'url' | 'database' | 'data_dir'>): Record<string, string> {
  return { ...testEnvironment(database.database_url, data_dir), PUBLIC_URL: url };
}

/** Chooses a port of this machine that nothing listens on at the moment. */
export async function chooseFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('the server had no port');
  return address.port;
}

async function startOnFreePort(
  env: Readonly<Record<string, string | undefined>>,
  lines: LogLine[],
  onApp: (app: FastifyInstance) => void,
): Promise<{ service: Service; url: string }> {
  for (let choice = 1; ; choice++) {
    const port = await chooseFreePort();
    const url = `http://127.0.0.1:${port}`;
    const config = readConfig({ PORT: String(port), PUBLIC_URL: url, ...env });
    const write = (line: string): void => void lines.push(JSON.parse(line));
    try {
      return {
        service: await serve(config, makeLogger(config.log_level, { write }), { onApp, is_forgetful: true }),
        url,
      };
    } catch (error) {
      if (!(error instanceof ListenError) || choice === port_choices_max) throw error;
    }
  }
}
