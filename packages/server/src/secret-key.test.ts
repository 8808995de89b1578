import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { ConfigError } from './config.ts';
import { keepSecretKey } from './secret-key.ts';

let data_dir: string;
beforeEach(async () => {
  data_dir = await mkdtemp(join(tmpdir(), 'guichet-key-'));
  onTestFinished(() => rm(data_dir, { recursive: true }));
});

test('the key is created once, readable only by its owner, and kept', async () => {
  const key = await keepSecretKey(data_dir);
  expect(key).toMatch(/^[0-9a-f]{64}$/);
  expect(await keepSecretKey(data_dir)).toBe(key);
  expect(await readFile(join(data_dir, 'secret.key'), 'utf8')).toBe(`${key}\n`);
  expect(((await stat(join(data_dir, 'secret.key'))).mode & 0o777).toString(8)).toBe('600');
  expect(await readdir(data_dir)).toEqual(['secret.key']);
});

test('the key is the same for processes that start at the same moment', async () => {
  const keys = await Promise.all(Array.from({ length: 30 }, () => keepSecretKey(data_dir)));
  expect(new Set(keys).size).toBe(1);
});

test.each(['', '\n', 'cut short'])('the key is never read from an invalid file: %j', async (text) => {
  await writeFile(join(data_dir, 'secret.key'), text);
  const error = await keepSecretKey(data_dir).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ConfigError);
  expect(error).toHaveProperty('message', expect.stringContaining(join(data_dir, 'secret.key')));
  expect(await readFile(join(data_dir, 'secret.key'), 'utf8')).toBe(text);
});
