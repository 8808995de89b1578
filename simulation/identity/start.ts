import { vi } from 'vitest';
import { makeTestDatabase } from '../../test-support/database.ts';
import type { TestService } from '../../test-support/service.ts';
import type { Hole } from './holes.ts';
import { quickHash } from './world.ts';

/**
 * Starts the service on a database of its own, with fast password hashing: a history has dozens of sign-ins,
 * and each would take a tenth of a second. Everything else is real.
 *
 * @param hole planted in the database and in modules, behind the service's back
 */
export async function startQuickService(hole?: Pick<Hole, 'statements' | 'plants'>): Promise<{
  readonly service: TestService;
  close(): Promise<void>;
}> {
  vi.resetModules();
  for (const { module, plant } of hole?.plants ?? []) {
    vi.doMock(module, async (importOriginal) => {
      const real = await importOriginal<object>();
      return { ...real, ...plant };
    });
  }
  vi.doMock('../../packages/server/src/dashboard/password-hash.ts', async (importOriginal) => ({
    ...(await importOriginal<object>()),
    hashPassword: async (password: string) => quickHash(password),
    verifyPassword: async ({ hash, password }: { hash: string; password: string }) =>
      hash === quickHash(password),
  }));
  vi.doMock('../../packages/server/src/dashboard/password.ts', async (importOriginal) => ({
    ...(await importOriginal<object>()),
    passwordProblem: async () => undefined,
  }));
  const { startTestService } = await import('../../test-support/service.ts');
  const database = await makeTestDatabase();
  // Each attempt comes from another network, as from anywhere in the world.
  const service = await startTestService({
    database,
    env: { TRUSTED_PROXIES: '127.0.0.1', GUICHET_ROLE: 'web' },
  });
  for (const statement of hole?.statements ?? []) await database.pool.query(statement);
  return {
    service,
    close: async () => {
      for (const { module } of hole?.plants ?? []) vi.doUnmock(module);
      await service.stop();
      await database.close();
    },
  };
}
