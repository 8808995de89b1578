import { chmod, cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EmbeddedPostgresError } from './errors.ts';
import { type Machine, startEmbeddedPostgres, thisMachine } from './start.ts';
import { findSupply } from './supply-binaries.ts';
import {
  fast_flags,
  logInto,
  makeFolder,
  makeKeptFolder,
  removeFolder,
  startHere,
} from './testing/folders.ts';
import { writeNote } from './testing/queries.ts';

const limit = { timeout: 240_000 };

async function failure(starting: Promise<unknown>): Promise<string> {
  const error = await starting.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(EmbeddedPostgresError);
  return error instanceof Error ? error.message : '';
}

describe('the error message explains', () => {
  test.each([
    ['sunos', 'x64'],
    ['win32', 'x64'],
    ['linux', 's390x'],
  ])('missing binaries for %s-%s', async (platform, arch) => {
    const message = await failure(findSupply(platform, arch));
    expect(message).toContain(`no embedded PostgreSQL for ${platform}-${arch}`);
    expect(message).toContain('DATABASE_URL');
  });

  test('binaries that this machine cannot run', limit, async () => {
    const folder = await makeFolder();
    const machine = await brokenMachine(folder);
    const message = await failure(startHere(join(folder, 'data'), machine));
    expect(message).toContain('does not run on this machine');
    expect(message).toContain('no such library');
  });

  test('a data folder that is a file', async () => {
    const path = join(await makeFolder(), 'data');
    await writeFile(path, '');
    expect(await failure(startHere(path))).toContain(path);
  });

  test('invalid PostgreSQL flags, quoting PostgreSQL’s message', limit, async () => {
    const data_dir = join(await makeFolder(), 'data');
    const flags = [...fast_flags, '-c', 'max_connections=many'];
    const message = await failure(startEmbeddedPostgres({ data_dir, flags, log: logInto([]) }));
    expect(message).toContain('did not start');
    expect(message).toContain('max_connections');
    const mended = await startHere(data_dir);
    await writeNote(mended.database_url, 'works');
    await mended.stop();
  });

  describe('an existing database with', () => {
    // One cluster for all cases: each restores what it removes.
    let folder: string;
    beforeAll(async () => {
      folder = await makeKeptFolder();
    });
    afterAll(() => removeFolder(folder));

    type Replace = (path: string, kept: string) => Promise<void>;
    const damages: readonly [name: string, lost: string, replace: Replace | null, says: string][] = [
      [
        'data of a different major version',
        'postgres/PG_VERSION',
        (path) => writeFile(path, '17\n'),
        'written by PostgreSQL 17 and this release comes with 18',
      ],
      ['a lost password', 'postgres.json', null, 'its password is gone'],
      ['a damaged record', 'postgres.json', (path) => writeFile(path, '{"pass'), 'is damaged'],
      ['lost data', 'postgres', null, 'is gone: restore it'],
      ['a password of a different database', 'postgres.json', otherPassword, 'does not accept the password'],
    ];

    test.each(damages)('%s', limit, async (_name, lost, replace, says) => {
      const data_dir = join(folder, 'data');
      await (await startHere(data_dir)).stop();
      const path = join(data_dir, lost);
      const kept = join(folder, 'kept');
      await rename(path, kept);
      await replace?.(path, kept);
      const message = await failure(startHere(data_dir));
      await rm(path, { force: true });
      await rename(kept, path);
      expect(message).toContain(says);
      expect(message).toContain(data_dir);
    });
  });
});

async function otherPassword(path: string, kept: string): Promise<void> {
  const record = JSON.parse(await readFile(kept, 'utf8'));
  await writeFile(path, JSON.stringify({ ...record, password: 'from elsewhere' }));
}

async function brokenMachine(folder: string): Promise<Machine> {
  const { supply } = await thisMachine();
  const native_dir = join(folder, 'native');
  await mkdir(join(native_dir, 'bin'), { recursive: true });
  await Promise.all([mkdir(join(native_dir, 'lib')), mkdir(join(native_dir, 'share'))]);
  await cp(join(supply.native_dir, 'pg-symlinks.json'), join(native_dir, 'pg-symlinks.json'));
  for (const name of ['postgres', 'initdb']) {
    await writeFile(join(native_dir, 'bin', name), '#!/bin/sh\necho no such library >&2\nexit 127\n');
    await chmod(join(native_dir, 'bin', name), 0o755);
  }
  return { supply: { ...supply, native_dir }, system_dir: join(folder, 'system') };
}
