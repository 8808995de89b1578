import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { findLeftovers } from './leftovers.ts';

/** Set by the run that this test is part of. */
const run = process.env.GUICHET_TEST_RUN ?? '';

test('a process that a test started and did not end is found', async () => {
  const script = 'setInterval(() => {}, 1000); /* left behind */';
  const child = spawn(process.execPath, ['--eval', script], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  const findIt = async () => (await findLeftovers(run)).filter((one) => one.includes('left behind'));
  try {
    await expect.poll(findIt).toEqual([`${child.pid} ${process.execPath} --eval ${script}`]);
  } finally {
    child.kill();
  }
  await ended;
  expect(await findIt()).toEqual([]);
});
