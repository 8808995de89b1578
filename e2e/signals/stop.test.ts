import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  chooseFreePort,
  startTestService,
  type TestService,
  test_secret_key,
} from '../../test-support/service.ts';
import { isNightly } from '../../test-support/tier.ts';
import { findProcesses, startAsSupervisor } from './started.ts';

/** The service that the commands run against: its database is for workers, its API for `listen`. */
let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'guichet-signals-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

interface Case {
  readonly command: readonly [string, ...string[]];
  readonly ready: RegExp;
  /** Whether the command starts its own database instead of using the test's. */
  readonly embedded: boolean;
}

const cases: Readonly<Record<string, Case>> = {
  'npm start': { command: ['npm', 'start'], ready: /Stop it with Ctrl-C/, embedded: true },
  'npx guichet serve': {
    command: ['npx', 'guichet', 'serve'],
    ready: /Stop it with Ctrl-C/,
    embedded: false,
  },
  'npx guichet worker': {
    command: ['npx', 'guichet', 'worker'],
    ready: /Stop it with Ctrl-C/,
    embedded: false,
  },
};

/** Every command with every signal at night; otherwise each with its most frequent signal. */
const signals = isNightly
  ? { terminated: Object.keys(cases), interrupted: ['npm start', 'npx guichet serve'] }
  : { terminated: ['npm start', 'npx guichet worker'], interrupted: ['npm start'] };

async function begin({ command, ready, embedded }: Case) {
  const folder = await makeFolder();
  const port = await chooseFreePort();
  const started = startAsSupervisor(command, {
    DATA_DIR: folder,
    PORT: String(port),
    HOST: '127.0.0.1',
    ...(embedded ? {} : { DATABASE_URL: service.database.database_url, SECRET_KEY: test_secret_key }),
  });
  onTestFinished(() => {
    // Cleans up after a failed test.
    try {
      started.sendToAll('SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  });
  await expect.poll(started.output, { timeout: 180_000 }).toMatch(ready);
  return { started, folder, port };
}

/** Expects all processes begun by the started process to have ended, including the database's. */
async function expectNothingLeft(folder: string): Promise<void> {
  await expect.poll(() => findProcesses(folder), { timeout: 90_000 }).toEqual([]);
}

describe.skipIf(process.platform !== 'linux')('all processes stop', () => {
  test.each(signals.terminated)('after %s gets SIGTERM', { timeout: 180_000 }, async (name) => {
    const { started, folder, port } = await begin(cases[name] as Case);
    started.send('SIGTERM');
    const { code, signal } = await started.ended;
    await expectNothingLeft(folder);
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow('fetch failed');
    // npx is ended by the signal, or reports the signal in its exit code as a shell does; a supervisor counts both
    // as a clean stop.
    if (name.startsWith('npx')) expect(signal ?? code).toBeOneOf(['SIGTERM', 0, 128 + 15]);
    else expect({ code, signal }).toEqual({ code: 0, signal: null });
  });

  test.each(signals.interrupted)(
    'cleanly when Ctrl-C interrupts %s in a terminal, although npm forwards the signal a second time',
    { timeout: 180_000 },
    async (name) => {
      const { started, folder } = await begin(cases[name] as Case);
      started.sendToAll('SIGINT');
      const { code, signal } = await started.ended;
      await expectNothingLeft(folder);
      // npx itself is ended by the signal.
      expect(signal ?? code).toBe(name === 'npm start' ? 0 : 'SIGINT');
    },
  );

  test('after npm start gets a signal during startup', { timeout: 180_000 }, async () => {
    const folder = await makeFolder();
    const started = startAsSupervisor(['npm', 'start'], {
      DATA_DIR: folder,
      PORT: String(await chooseFreePort()),
    });
    await expect
      .poll(() => findProcesses(folder), { timeout: 60_000, interval: 20 })
      .toContainEqual(expect.stringContaining('main.ts serve'));
    started.send('SIGTERM');
    await started.ended;
    await expectNothingLeft(folder);
  });

  test('after npx guichet listen gets a signal', { timeout: 120_000 }, async () => {
    const folder = await makeFolder();
    const command = [
      'npx',
      'guichet',
      'listen',
      '--forward-to',
      'http://127.0.0.1:9/x',
      '--base-url',
      service.url,
    ];
    const started = startAsSupervisor(command as [string, ...string[]], {
      GUICHET_API_KEY: service.demo.test_key,
      MARK: folder,
    });
    await expect.poll(started.output, { timeout: 60_000 }).toMatch(/connected|waiting|ready/i);
    started.send('SIGTERM');
    await started.ended;
    await expectNothingLeft(folder);
  });
});
