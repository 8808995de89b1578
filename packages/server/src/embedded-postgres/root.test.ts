import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, lstat, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { sampleOf } from '../../../../test-support/tier.ts';
import { chooseUser } from './choose-user.ts';
import { canEnter } from './run-command.ts';
import type { Machine } from './start.ts';
import { findSupply } from './supply-binaries.ts';
import {
  fast_flags,
  logInto,
  machineIn,
  makeFolder,
  makeUsedDataDir,
  postmasterPid,
  startHere,
} from './testing/folders.ts';
import { readNotes, writeNote } from './testing/queries.ts';
import { startInProcess } from './testing/spawn.ts';

const limit = { timeout: 240_000 };
const run = promisify(execFile);
const is_root = process.getuid?.() === 0;
const ordinary = { uid: 65_534, gid: 65_534 };

/** Makes a folder that only root can enter, like a clone below /root. */
async function makeClosedFolder(): Promise<string> {
  const closed = join(await makeFolder(), 'closed');
  await mkdir(closed, { mode: 0o700 });
  return closed;
}

/** Copies the binaries as npm installs them without running install scripts: without links, and read-only. */
async function supplyWithoutLinks(folder: string): Promise<Machine['supply']> {
  const supply = await findSupply();
  const native_dir = join(folder, 'native');
  await run('cp', ['-R', supply.native_dir, native_dir]);
  await run('find', [native_dir, '-type', 'l', '-delete']);
  await run('chmod', ['-R', 'a-w,a+rX', native_dir]);
  return { ...supply, native_dir };
}

async function keepsDataOverRestart(data_dir: string, machine: Machine): Promise<void> {
  const first = await startHere(data_dir, machine);
  await writeNote(first.database_url, 'kept');
  await first.stop();
  const second = await startHere(data_dir, machine);
  expect(await readNotes(second.database_url)).toEqual(['kept']);
  await second.stop();
}

test('without the links between libraries, a complete copy is used', limit, async () => {
  const folder = await makeFolder();
  const machine = { ...(await machineIn(folder)), supply: await supplyWithoutLinks(folder) };
  const data_dir = join(folder, 'data');
  await keepsDataOverRestart(data_dir, machine);
  const copies_dir = is_root ? machine.system_dir : data_dir;
  expect((await readdir(copies_dir)).filter((name) => name.startsWith('postgresql-'))).toEqual([
    `postgresql-${machine.supply.version}`,
  ]);
});

describe.skipIf(!is_root)(
  is_root ? 'as root' : 'as root (skipped: the tests run as a different user)',
  () => {
    test('the server runs as its own user, without the groups of root', limit, async () => {
      const data_dir = join(await makeFolder(), 'data');
      const database = await startHere(data_dir);
      const { uid, gid } = await stat(join(data_dir, 'postgres'));
      const expected = await chooseUser(logInto([]));
      expect({ uid, gid }).toEqual({ uid: expected.uid, gid: expected.gid });
      const pid = await postmasterPid(join(data_dir, 'postgres'));
      if (existsSync('/proc/self/status')) {
        const status = await readFile(`/proc/${pid}/status`, 'utf8');
        expect(status).toMatch(new RegExp(`^Uid:\\t${uid}\\t${uid}\\t${uid}\\t${uid}$`, 'm'));
        expect(status).toMatch(new RegExp(`^Gid:\\t${gid}\\t${gid}\\t${gid}\\t${gid}$`, 'm'));
        expect(status).toMatch(/^Groups:\s*$/m);
      }
      await database.stop();
      for (const name of ['postgres.json', 'postgres.log', 'postgres.lock', '.']) {
        expect((await stat(join(data_dir, name))).uid, name).toBe(0);
      }
    });

    const places = [
      { clone: 'closed', data: 'closed' },
      { clone: 'closed', data: 'open' },
      { clone: 'open', data: 'closed' },
    ];
    test.each(sampleOf(places, 1))(
      'data survives a restart with a $clone clone and a $data data folder',
      limit,
      async ({ clone, data }) => {
        const folder = await makeFolder();
        const machine = await machineIn(folder);
        const closed = await makeClosedFolder();
        // The binaries are copied for the open clone too, because the clone in which the tests run may itself be
        // closed.
        const native_dir = join(clone === 'closed' ? closed : folder, 'native');
        await run('cp', ['-R', machine.supply.native_dir, native_dir]);
        const supply = { ...machine.supply, native_dir };
        const data_dir = join(data === 'closed' ? closed : folder, '.guichet');
        await keepsDataOverRestart(data_dir, { ...machine, supply });

        const copy = join(machine.system_dir, `postgresql-${supply.version}`);
        expect(existsSync(copy)).toBe(clone === 'closed');
        if (clone === 'closed') expect(await writableByOthers(copy)).toEqual([]);
        const { folder: elsewhere } = JSON.parse(await readFile(join(data_dir, 'postgres.json'), 'utf8'));
        if (data === 'open') expect(elsewhere).toBeNull();
        else expect(elsewhere).toMatch(new RegExp(`^${machine.system_dir}/[0-9a-f]{16}$`));
        expect(existsSync(join(data_dir, 'postgres'))).toBe(data === 'open');
        expect((await stat(closed)).mode & 0o777).toBe(0o700);
      },
    );

    test(
      'a data folder that only root can enter admits the database’s user as well, but no others',
      limit,
      async () => {
        const data_dir = await makeUsedDataDir();
        await chmod(data_dir, 0o700);
        await (await startHere(data_dir)).stop();
        expect((await stat(data_dir)).mode & 0o777).toBe(0o710);
        expect(await canEnter({ name: 'nobody', ...ordinary }, data_dir)).toBe(false);
        await chmod(data_dir, 0o700);
        const again = await startHere(data_dir);
        await writeNote(again.database_url, 'works');
        await again.stop();
      },
    );

    test('a damaged copy of the binaries is replaced', limit, async () => {
      const folder = await makeFolder();
      const machine = { ...(await machineIn(folder)), supply: await supplyWithoutLinks(folder) };
      const data_dir = await makeUsedDataDir();
      await (await startHere(data_dir, machine)).stop();
      await rm(join(machine.system_dir, `postgresql-${machine.supply.version}`, 'lib'), { recursive: true });
      await keepsDataOverRestart(data_dir, machine);
    });

    test('programs in a folder writable by others are not run', limit, async () => {
      const folder = await makeFolder();
      const machine = { ...(await machineIn(folder)), supply: await supplyWithoutLinks(folder) };
      await mkdir(machine.system_dir);
      await chmod(machine.system_dir, 0o777);
      await expect(startHere(join(folder, 'data'), machine)).rejects.toThrow(/where others may write/);
    });

    test('a database owned by root is not started', limit, async () => {
      const data_dir = await makeUsedDataDir();
      await chown(join(data_dir, 'postgres'), 0, 0);
      await expect(startHere(data_dir)).rejects.toThrow(/belongs to root, and PostgreSQL refuses.*chown -R/);
    });

    test('a full disk is reported as such', limit, async ({ skip }) => {
      const data_dir = join(await makeFolder(), 'data');
      await mkdir(data_dir);
      const mounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', data_dir]).catch(
        () => null,
      );
      if (!mounted) return skip('this root user may not mount a small disk');
      try {
        await expect(startHere(data_dir)).rejects.toThrow(/^There is no space left to write .*free some/);
      } finally {
        await run('umount', ['-l', data_dir]);
      }
    });

    describe('as an ordinary user', () => {
      test('the server works, and touches nothing outside the data folder', limit, async ({ skip }) => {
        const folder = await makeFolder();
        if (!(await canUseClone())) return skip('an ordinary user cannot enter this clone');
        await chown(folder, ordinary.uid, ordinary.gid);
        const data_dir = join(folder, 'data');
        const options = { data_dir, flags: fast_flags, machine: await machineIn(folder) };
        const first = await startInProcess(options, ordinary);
        await writeNote(first.database_url, 'kept');
        await first.stop();
        const second = await startInProcess(options, ordinary);
        expect(await readNotes(second.database_url)).toEqual(['kept']);
        await second.stop();
        expect(await readdir(folder)).toEqual(['data']);
        expect((await readdir(data_dir)).sort()).toEqual([
          ...['postgres', 'postgres.json', 'postgres.lock', 'postgres.log'],
        ]);
        expect((await stat(join(data_dir, 'postgres'))).uid).toBe(ordinary.uid);

        // Root may start the server later; the files that root then writes must still belong to the user.
        await rm(join(data_dir, 'postgres.log'));
        const squatter = createServer().listen(Number(new URL(first.database_url).port), '127.0.0.1');
        await once(squatter, 'listening');
        const third = await startHere(data_dir, options.machine);
        expect(third.database_url).not.toBe(first.database_url);
        expect(await readNotes(third.database_url)).toEqual(['kept']);
        await third.stop();
        squatter.close();
        await (await startInProcess(options, ordinary)).stop();
      });

      test('a data folder of a different user is reported as such', limit, async ({ skip }) => {
        if (!(await canUseClone())) return skip('an ordinary user cannot enter this clone');
        const data_dir = join(await makeFolder(), 'data');
        await mkdir(data_dir);
        const starting = startInProcess({ data_dir, flags: fast_flags }, ordinary);
        await expect(starting).rejects.toThrow(
          /^EmbeddedPostgresError: This user may not use .*set DATA_DIR/,
        );
      });
    });
  },
);

async function canUseClone(): Promise<boolean> {
  const user = { name: 'an ordinary user', ...ordinary };
  return (await canEnter(user, import.meta.dirname)) && (await canEnter(user, process.execPath));
}

async function writableByOthers(folder: string): Promise<string[]> {
  const paths = ['.', ...(await readdir(folder, { recursive: true }))];
  const found: string[] = [];
  for (const path of paths) {
    const entry = await lstat(join(folder, path));
    if (entry.uid !== 0 || (!entry.isSymbolicLink() && (entry.mode & 0o022) !== 0)) found.push(path);
  }
  return found;
}
