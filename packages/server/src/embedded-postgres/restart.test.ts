import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleOf } from '../../../../test-support/tier.ts';
import { thisMachine } from './start.ts';
import { usableBinaries } from './supply-binaries.ts';
import { withLock } from './take-lock.ts';
import {
  eventually,
  fast_flags,
  makeFolder,
  makeKeptFolder,
  makeUsedDataDir,
  postmasterPid,
  removeFolder,
  type Started,
  startHere,
} from './testing/folders.ts';
import { endOtherConnections, openBackend, readNotes, writeNote } from './testing/queries.ts';
import { startInProcess } from './testing/spawn.ts';

const limit = { timeout: 240_000 };

async function runningPid(data_dir: string): Promise<number> {
  const pid = await postmasterPid(join(data_dir, 'postgres'));
  if (pid === null) throw new Error('no server runs');
  return pid;
}

function readLog(data_dir: string): Promise<string> {
  return readFile(join(data_dir, 'postgres.log'), 'utf8');
}

async function eventuallyNotes(database_url: string): Promise<string[]> {
  return eventually(() => readNotes(database_url).catch(() => null));
}

/** Starts a process, which writes a row and is killed; its server keeps running. */
async function killedUser(data_dir: string): Promise<{ database_url: string; postmaster_pid: number }> {
  const user = await startInProcess({ data_dir, flags: fast_flags });
  await writeNote(user.database_url, 'committed');
  await user.kill();
  return { database_url: user.database_url, postmaster_pid: await runningPid(data_dir) };
}

describe('when our process is killed', () => {
  test('the next start joins the server left behind', limit, async () => {
    const data_dir = await makeUsedDataDir();
    const killed = await killedUser(data_dir);
    const database = await startHere(data_dir);
    expect(database.database_url).toBe(killed.database_url);
    expect(await runningPid(data_dir)).toBe(killed.postmaster_pid);
    expect(await readNotes(database.database_url)).toEqual(['committed']);
    await database.stop();
    expect(await postmasterPid(join(data_dir, 'postgres'))).toBeNull();
  });

  test('the next start recovers committed data if the server was killed too', limit, async () => {
    const data_dir = await makeUsedDataDir();
    const killed = await killedUser(data_dir);
    process.kill(killed.postmaster_pid, 'SIGKILL');
    const database = await startHere(data_dir);
    expect(await runningPid(data_dir)).not.toBe(killed.postmaster_pid);
    expect(database.database_url).toBe(killed.database_url);
    expect(await readNotes(database.database_url)).toEqual(['committed']);
    await database.stop();
  });
});

test('a start waits for processes left by a killed server', limit, async () => {
  const data_dir = await makeUsedDataDir();
  const killed = await killedUser(data_dir);
  const backend = await openBackend(killed.database_url);
  // While the backend is stopped, it keeps the server's shared memory attached, as a busy process would.
  process.kill(backend.pid, 'SIGSTOP');
  process.kill(killed.postmaster_pid, 'SIGKILL');
  const starting = startHere(data_dir);
  await eventually(async () => /pre-existing shared memory block/.test(await readLog(data_dir)));
  process.kill(backend.pid, 'SIGCONT');
  const database = await starting;
  backend.end();
  expect(await readNotes(database.database_url)).toEqual(['committed']);
  await database.stop();
});

describe('when the server is killed', () => {
  const origins: readonly [name: string, start: (data_dir: string) => Promise<Started>][] = [
    ['our child', startHere],
    [
      'left by a killed process',
      async (data_dir) => {
        await killedUser(data_dir);
        return startHere(data_dir);
      },
    ],
  ];

  test.each(origins)('a server that was %s is restarted on its port', limit, async (_name, start) => {
    const data_dir = await makeUsedDataDir();
    const database = await start(data_dir);
    const pool = new pg.Pool({ connectionString: database.database_url });
    pool.on('error', () => {});
    await writeNote(database.database_url, 'committed');
    const before = await runningPid(data_dir);
    process.kill(before, 'SIGKILL');
    expect(await eventuallyNotes(database.database_url)).toContain('committed');
    await eventually(() =>
      pool.connect().then(
        (client) => client.release() ?? true,
        () => null,
      ),
    );
    await pool.end();
    expect(await runningPid(data_dir)).not.toBe(before);
    await database.stop();
    expect(database.logged).toContain('warn the embedded database had died and was restarted');
    expect(await postmasterPid(join(data_dir, 'postgres'))).toBeNull();
  });

  test('all processes that use it continue with one new server', limit, async () => {
    const data_dir = await makeUsedDataDir();
    const other = await startInProcess({ data_dir, flags: fast_flags });
    const database = await startHere(data_dir);
    await writeNote(database.database_url, 'committed');
    process.kill(await runningPid(data_dir), 'SIGKILL');
    await eventually(
      async () => database.logged.find((line) => /restarted|available again/.test(line)) ?? null,
    );
    await database.stop();
    expect(await eventuallyNotes(other.database_url)).toEqual(['committed']);
    await other.stop();
    await expect(readNotes(other.database_url)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  test('a restart waits for its port if another program has taken it', limit, async () => {
    const data_dir = await makeUsedDataDir();
    const database = await startHere(data_dir);
    await writeNote(database.database_url, 'committed');
    const port = Number(new URL(database.database_url).port);
    const squatter = createServer((socket) => socket.destroy());
    // While we hold the lock, no process restarts the server.
    await withLock(data_dir, new AbortController().signal, async () => {
      process.kill(await runningPid(data_dir), 'SIGKILL');
      await eventually(() =>
        once(squatter.listen(port, '127.0.0.1'), 'listening').then(
          () => true,
          () => null,
        ),
      );
    });
    await eventually(async () => /could not bind/.test(await readLog(data_dir)));
    squatter.close();
    expect(await eventuallyNotes(database.database_url)).toEqual(['committed']);
    await database.stop();
  });

  test('connections are reopened if they were killed but the server was not', limit, async () => {
    const data_dir = await makeUsedDataDir();
    const database = await startHere(data_dir);
    const pid = await runningPid(data_dir);
    await endOtherConnections(database.database_url);
    await eventually(async () => database.logged.includes('warn the embedded database is available again'));
    expect(await runningPid(data_dir)).toBe(pid);
    await database.stop();
    expect(await postmasterPid(join(data_dir, 'postgres'))).toBeNull();
  });
});

test('a start uses a different port when the recorded one is taken', limit, async () => {
  const data_dir = await makeUsedDataDir();
  const first = await startHere(data_dir);
  await first.stop();
  const port = Number(new URL(first.database_url).port);
  const squatter = createServer().listen(port, '127.0.0.1');
  await once(squatter, 'listening');
  const second = await startHere(data_dir);
  expect(Number(new URL(second.database_url).port)).not.toBe(port);
  await writeNote(second.database_url, 'works');
  await second.stop();
  squatter.close();
});

test('a server that was started manually is joined', limit, async () => {
  const data_dir = await makeUsedDataDir();
  const first = await startHere(data_dir);
  await writeNote(first.database_url, 'kept');
  await first.stop();
  const cluster_dir = join(data_dir, 'postgres');
  const { uid, gid } = await stat(cluster_dir);
  const { supply } = await thisMachine();
  // That user may lack access to the clone in which the tests run.
  const bin_dir = await usableBinaries(
    supply,
    { name: 'its owner', uid, gid },
    join(await makeFolder(), 'copies'),
  );
  const network = ['-p', new URL(first.database_url).port, '-h', '127.0.0.1', '-k', ''];
  const byHand = spawn(join(bin_dir, 'postgres'), ['-D', `${cluster_dir}/.`, ...network], {
    ...{ uid, gid, cwd: '/', stdio: 'ignore' },
  });
  await eventually(() => postmasterPid(cluster_dir));
  const second = await startHere(data_dir);
  expect(await runningPid(data_dir)).toBe(byHand.pid);
  expect(await readNotes(second.database_url)).toEqual(['kept']);
  await second.stop();
});

describe('a stale postmaster.pid', () => {
  // All cases share one cluster. Each case stops it cleanly and then replaces its postmaster.pid.
  let folder: string;
  beforeAll(async () => {
    folder = await makeKeptFolder();
  });
  afterAll(() => removeFolder(folder));

  const holders: readonly [name: string, makePid: (uid: number) => Promise<{ pid: number; end(): void }>][] =
    [
      ['a process that is gone', async () => ({ pid: await endedPid(), end() {} })],
      ['another process of the same user', async (uid) => sleeper(uid)],
      ['a zombie process', async (uid) => zombie(uid)],
      ['no process, because a power loss emptied it', async () => ({ pid: 0, end() {} })],
      ['the server of another data folder', async () => otherServer()],
    ];

  test.each(sampleOf(holders, 2))(
    'of %s does not prevent the server from starting',
    limit,
    async (name, makePid) => {
      const data_dir = join(folder, 'data');
      const first = await startHere(data_dir);
      await writeNote(first.database_url, name);
      const pid_file = join(data_dir, 'postgres', 'postmaster.pid');
      const content = await readFile(pid_file, 'utf8');
      await first.stop();

      const { uid, gid } = await stat(join(data_dir, 'postgres'));
      const { pid, end } = await makePid(uid);
      await writeFile(pid_file, pid === 0 ? '' : content.replace(/^\d+/, String(pid)), { mode: 0o600 });
      await chown(pid_file, uid, gid);
      await utimes(pid_file, 1, 1);

      const second = await startHere(data_dir);
      expect(await readNotes(second.database_url)).toContain(name);
      await second.stop();
      end();
    },
  );

  async function endedPid(): Promise<number> {
    const child = spawn('true');
    await once(child, 'exit');
    return child.pid ?? 0;
  }

  function sleeper(uid: number): { pid: number; end(): void } {
    const child = spawn('sleep', ['60'], { uid, cwd: '/', stdio: 'ignore' });
    return {
      pid: child.pid ?? 0,
      end() {
        // `kill` would return false if the process had already ended.
        expect(child.kill()).toBe(true);
      },
    };
  }

  async function zombie(uid: number): Promise<{ pid: number; end(): void }> {
    const parent = spawn('sh', ['-c', 'true & echo $!; exec sleep 60'], {
      uid,
      cwd: '/',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [line] = await once(parent.stdout, 'data');
    return { pid: Number(line), end: () => void parent.kill() };
  }

  async function otherServer(): Promise<{ pid: number; end(): void }> {
    const other = await startHere(await makeUsedDataDir());
    return { pid: await runningPid(other.data_dir), end: () => void other.stop() };
  }
});
