import { expect, test } from 'vitest';
import { makeTestDatabase } from '../../../../test-support/database.ts';
import { testEnvironment } from '../../../../test-support/service.ts';
import { runCli } from './run-cli.ts';

test('commands leave no connection or listener behind, even if they fail', async () => {
  const database = await makeTestDatabase();
  const env = testEnvironment(database.database_url, '/nonexistent');
  const nobody = ['--merchant', 'mer_none', '--mode', 'test'];
  const before = listeners();
  const codes = await Promise.all(
    [
      ['ledger', 'check'],
      ['migrate'],
      ['staff', 'list'],
      ['keys', 'create', ...nobody],
      ['keys', 'create'],
      ['listen', '--forward-to', 'http://127.0.0.1:9/', '--api-key', 'svc_test_x', '--base-url', 'x'],
    ].map(async (args) => (await runCli(args, { env })).code),
  );
  expect(codes).toEqual([0, 0, 0, 1, 2, 2]);
  expect(listeners()).toEqual(before);
  // Throws while a connection is still open.
  await database.close();
});

test('relative paths are resolved against the shell’s folder', async () => {
  const env = { DATABASE_URL_FILE: 'address' };
  const ran = await runCli(['doctor'], { env, cwd: '/nonexistent' });
  expect(ran).toMatchObject({ code: 1, stdout: '' });
  expect(ran.stderr).toContain('DATABASE_URL_FILE: address cannot be read (ENOENT)');
});

function listeners(): readonly number[] {
  return (['SIGINT', 'SIGTERM', 'SIGHUP'] as const).map((signal) => process.listenerCount(signal));
}
