import { existsSync } from 'node:fs';
import { mkdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { startEmbeddedPostgres } from './start.ts';
import {
  fast_flags,
  logInto,
  makeFolder,
  makeUsedDataDir,
  postmasterPid,
  startHere,
} from './testing/folders.ts';
import { countMembers, readLocale, readNotes, readSettings, writeNote } from './testing/queries.ts';
import { startInProcess } from './testing/spawn.ts';

const limit = { timeout: 240_000 };

async function modeOf(path: string): Promise<string> {
  return ((await stat(path)).mode & 0o777).toString(8);
}

describe('one process', () => {
  test(
    'creates a durable, private database at its first start, and keeps its data on restart',
    limit,
    async () => {
      const data_dir = join(await makeFolder(), 'new', 'data');
      const logged: string[] = [];
      const first = await startEmbeddedPostgres({ data_dir, log: logInto(logged) });
      expect(
        await readSettings(first.database_url, [
          ...['fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums', 'server_encoding'],
          ...[
            'listen_addresses',
            'unix_socket_directories',
            'password_encryption',
            'max_connections',
            'TimeZone',
          ],
        ]),
      ).toEqual({
        fsync: 'on',
        synchronous_commit: 'on',
        full_page_writes: 'on',
        data_checksums: 'on',
        server_encoding: 'UTF8',
        listen_addresses: '127.0.0.1',
        unix_socket_directories: '',
        password_encryption: 'scram-sha-256',
        max_connections: '200',
        TimeZone: 'UTC',
      });
      expect(await readLocale(first.database_url)).toEqual({ provider: 'b', locale: 'C.UTF-8', upper: 'É' });
      expect(['700', '710']).toContain(await modeOf(data_dir));
      expect(await modeOf(join(data_dir, 'postgres'))).toBe('700');
      expect(await modeOf(join(data_dir, 'postgres.json'))).toBe('600');
      expect(await modeOf(join(data_dir, 'postgres.log'))).toBe('600');
      await writeNote(first.database_url, 'kept');
      await first.stop();
      expect(await postmasterPid(join(data_dir, 'postgres'))).toBeNull();

      const second = await startEmbeddedPostgres({ data_dir, log: logInto(logged) });
      expect(second.database_url).toBe(first.database_url);
      expect(await readNotes(second.database_url)).toEqual(['kept']);
      await second.stop();
      expect(logged.filter((line) => /^(warn|error)/.test(line))).toEqual([]);
      expect(await readFile(join(data_dir, 'postgres.log'), 'utf8')).not.toMatch(
        /FATAL|PANIC|not properly shut down/,
      );
    },
  );

  test('refuses a wrong password', limit, async () => {
    const database = await startHere(await makeUsedDataDir());
    const url = new URL(database.database_url);
    url.password = 'guess';
    await expect(new pg.Client({ connectionString: url.href }).connect()).rejects.toMatchObject({
      code: '28P01',
    });
    await database.stop();
  });

  test('shares one server between two starts, each of which may be stopped twice', limit, async () => {
    const data_dir = join(await makeFolder(), 'data');
    const [one, two] = await Promise.all([startHere(data_dir), startHere(data_dir)]);
    expect(one.database_url).toBe(two.database_url);
    await Promise.all([one.stop(), one.stop()]);
    await writeNote(two.database_url, 'still there');
    await two.stop();
    await expect(readNotes(two.database_url)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  test('rotates a long log at the next start', limit, async () => {
    const data_dir = await makeUsedDataDir();
    await (await startHere(data_dir)).stop();
    const log_path = join(data_dir, 'postgres.log');
    await truncate(log_path, 6 * 1024 * 1024);
    await (await startHere(data_dir)).stop();
    expect((await stat(`${log_path}.1`)).size).toBe(6 * 1024 * 1024);
    expect((await stat(log_path)).size).toBeLessThan(10_000);
  });

  test('removes the leftovers of a killed first start', limit, async () => {
    const data_dir = join(await makeFolder(), 'data');
    const leftover = join(data_dir, 'postgres.new-killed');
    await mkdir(join(leftover, 'data'), { recursive: true });
    await writeFile(
      join(data_dir, 'postgres.json'),
      JSON.stringify({ password: 'x', folder: null, port: null }),
    );
    const database = await startHere(data_dir);
    expect(existsSync(leftover)).toBe(false);
    await writeNote(database.database_url, 'works');
    await database.stop();
  });
});

describe('several processes', () => {
  test('share the server: the first to stop leaves it to the others', limit, async () => {
    const data_dir = await makeUsedDataDir();
    const options = { data_dir, flags: fast_flags };
    const command = await startInProcess(options);
    const service = await startInProcess(options);
    expect(service.database_url).toBe(command.database_url);
    const pid = await postmasterPid(join(data_dir, 'postgres'));
    await command.stop();
    await writeNote(service.database_url, 'from the service');
    expect(await postmasterPid(join(data_dir, 'postgres'))).toBe(pid);
    await service.stop();
    await expect(readNotes(service.database_url)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  test('can start together in an empty folder, and the last to stop ends the server', limit, async () => {
    const data_dir = join(await makeFolder(), 'data');
    const all = await Promise.all(
      Array.from({ length: 6 }, () => startInProcess({ data_dir, flags: fast_flags })),
    );
    expect(new Set(all.map((one) => one.database_url)).size).toBe(1);
    const [{ database_url }] = all as [(typeof all)[0]];
    expect(await countMembers(database_url)).toBe(6);
    await Promise.all(all.map((one) => one.stop()));
    expect(await postmasterPid(join(data_dir, 'postgres'))).toBeNull();
  });

  test('lose no data when they start and stop concurrently', limit, async () => {
    const data_dir = join(await makeFolder(), 'data');
    const writers = 4;
    const rounds = 6;
    async function comeAndGo(name: number): Promise<void> {
      for (let round = 0; round < rounds; round += 1) {
        const database = await startHere(data_dir);
        await writeNote(database.database_url, `${name}.${round}`);
        await database.stop();
      }
    }
    const first = await startHere(data_dir);
    await writeNote(first.database_url, 'first');
    await first.stop();
    await Promise.all(Array.from({ length: writers }, (_, name) => comeAndGo(name)));
    const database = await startHere(data_dir);
    expect((await readNotes(database.database_url)).length).toBe(1 + writers * rounds);
    await database.stop();
  });
});
