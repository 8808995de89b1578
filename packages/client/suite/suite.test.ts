import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checks } from './checks.ts';

let server: ChildProcessByStdio<Writable, Readable, null>;
let origin: string;

beforeAll(async () => {
  server = spawn(process.execPath, [join(import.meta.dirname, 'server.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface({ input: server.stdout }), 'line');
  ({ origin } = JSON.parse(line));
});

afterAll(async () => {
  const exited = once(server, 'exit');
  server.stdin.end();
  await exited;
});

const groups = [...new Set(checks.map(({ group }) => group))];

test('there are at least 150 checks with unique names, in all groups except packaging', () => {
  expect(groups).toEqual([
    'retries',
    'idempotency',
    'bodies',
    'abort',
    'pages',
    'webhook verification',
    'client options',
  ]);
  expect(checks.length).toBeGreaterThanOrEqual(150);
  expect(new Set(checks.map(({ group, name }) => `${group}: ${name}`)).size).toBe(checks.length);
});

describe.each(groups)('%s', (group) => {
  const own = checks.filter((check) => check.group === group);
  test.concurrent.each(own)('$name', ({ run }) => run({ origin }));
});
