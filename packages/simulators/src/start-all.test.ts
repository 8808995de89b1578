import { silentLog } from '@guichet/kernel/log';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { simulators } from './all.ts';
import { type StartedSimulators, startAll } from './start-all.ts';

let all: StartedSimulators;
beforeAll(async () => {
  all = await startAll({ log: silentLog, seed: 1, portOf: () => 0 });
});
afterAll(() => all.close());

describe('all simulators', () => {
  test('have distinct ports and names', () => {
    expect(new Set(simulators.map(({ port }) => port)).size).toBe(simulators.length);
    expect(new Set(simulators.map(({ id }) => id)).size).toBe(simulators.length);
  });

  test.each(simulators.map(({ id }) => id))('%s starts, with a control page and empty books', async (id) => {
    const one = all.started.find(({ entry }) => entry.id === id);
    const page = await fetch(one?.control_url ?? '');
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining(`${id} simulator`)]);
    const books = await fetch(`${one?.control_url}/transactions`);
    expect(await books.json()).toEqual({ transactions: [] });
    expect(JSON.stringify(one?.account)).toContain(one?.base_url);
  });

  test('report a port in use, and leave nothing listening', async () => {
    const taken = Number(new URL(all.started[0]?.base_url ?? '').port);
    const starting = startAll({
      log: silentLog,
      seed: 1,
      portOf: ({ id }) => (id === simulators.at(-1)?.id ? taken : 0),
    });
    await expect(starting).rejects.toThrow('EADDRINUSE');
  });
});
