import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { makeTestContext, type TestContext } from '../../../../test-support/context.ts';
import { followDatabase } from './follow.ts';
import { recallDatabase, rememberDatabase } from './remember.ts';

let ctx: TestContext;
let folder: string;
beforeAll(async () => {
  ctx = await makeTestContext();
});
afterAll(() => ctx.database.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guichet-follow-'));
  onTestFinished(() => rm(folder, { recursive: true }));
});

it('the last state of the database is written again once DATA_DIR is writable again, and logged once', async () => {
  const data_dir = join(folder, 'data');
  const said: string[] = [];
  const note = (_: object, message: string) => void said.push(message);
  const followed = await followDatabase({ ...ctx, log: { ...ctx.log, info: note, warn: note } }, data_dir);
  onTestFinished(() => followed.stop());
  const first = await recallDatabase(data_dir);
  // A file in place of the folder: nothing can be written below it, not even by root.
  await vi.waitFor(async () => {
    // The state may be written at this moment.
    await rm(data_dir, { recursive: true, force: true });
    await writeFile(data_dir, '');
  });
  await vi.waitFor(() => expect(said).toHaveLength(1), 10_000);
  await rm(data_dir);
  await vi.waitFor(async () => expect(await recallDatabase(data_dir)).not.toBeNull(), 10_000);
  expect((await recallDatabase(data_dir))?.id).toBe(first?.id);
  await vi.waitFor(() => expect(said).toHaveLength(2));
  expect(said).toEqual([
    'only this process remembers the last state of the database: DATA_DIR is not writable',
    'the last state of the database is remembered in DATA_DIR again',
  ]);
});

it('a state that cannot be written leaves no draft behind', async () => {
  // A file cannot replace a folder.
  await mkdir(join(folder, 'last-seen.json'));
  await expect(rememberDatabase(folder, { id: 'one', seen_at: new Date() })).rejects.toThrow();
  expect(await readdir(folder)).toEqual(['last-seen.json']);
});
