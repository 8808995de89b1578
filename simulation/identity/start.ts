import { vi } from 'vitest';
import { makeTestDatabase } from '../../test-support/database.ts';
import type { TestService } from '../../test-support/service.ts';
import type { Hole } from './holes.ts';
import { quickHash } from './world.ts';

/**
 * Replaces exports of modules, for everything that is imported from now on.
 *
 * @returns a function that restores them, because a worker continues with the next test file
 */
function plantModules(plants: NonNullable<Hole['plants']>): () => void {
  vi.resetModules();
  for (const { module, plant } of plants) {
    vi.doMock(module, async (importOriginal) => ({ ...(await importOriginal<object>()), ...plant }));
  }
  return () => {
    for (const { module } of plants) vi.doUnmock(module);
    vi.resetModules();
  };
}

/** A service with its own database. */
export interface QuickService {
  readonly service: TestService;
  close(): Promise<void>;
}

/**
 * Loads the service with fast password hashing, because a history has dozens of sign-ins, and each would take
 * a tenth of a second. Everything else is real. Loading takes longer than playing a stored history, so holes
 * in the same modules share one loaded service.
 *
 * @param plants the holes to plant in modules
 */
export async function plantQuickly(plants: NonNullable<Hole['plants']> = []): Promise<{
  /** @param statements SQL statements that plant holes in the database */
  start(statements?: Hole['statements']): Promise<QuickService>;
  unplant(): void;
}> {
  const unplant = plantModules([
    ...plants,
    {
      module: '../../packages/server/src/dashboard/password-hash.ts',
      plant: {
        hashPassword: async (password: string) => quickHash(password),
        verifyPassword: async ({ hash, password }: { hash: string; password: string }) =>
          hash === quickHash(password),
      },
    },
    {
      module: '../../packages/server/src/dashboard/password.ts',
      plant: { passwordProblem: async () => undefined },
    },
  ]);
  const { startTestService } = await import('../../test-support/service.ts');
  return {
    start: async (statements = []) => {
      const database = await makeTestDatabase();
      // Trusts the address that a proxy reports, so that each request can come from a different network.
      const service = await startTestService({
        database,
        env: { TRUSTED_PROXIES: '127.0.0.1', GUICHET_ROLE: 'web' },
      });
      for (const statement of statements) await database.pool.query(statement);
      return {
        service,
        close: async () => {
          await service.stop();
          await database.close();
        },
      };
    },
    unplant,
  };
}
