import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeLogger } from './make-logger.ts';

function logged(level: string, fields: object): Record<string, unknown>[] {
  const lines: string[] = [];
  const logger = makeLogger(level, { write: (line: string) => void lines.push(line) });
  logger.info(fields, 'something happened');
  return lines.map((line) => JSON.parse(line));
}

test('a log line is one JSON object with a named level and an ISO 8601 time', () => {
  expect(logged('info', { payment_id: 'pay_1' })).toEqual([
    {
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      payment_id: 'pay_1',
      msg: 'something happened',
    },
  ]);
});

test('messages below the configured level are not logged', () => {
  expect(logged('warn', {})).toEqual([]);
  expect(logged('silent', {})).toEqual([]);
});

test.each(['authorization', 'key', 'secret', 'otp', 'phone', 'token'])(
  'a log field named %s is redacted',
  (name) => {
    const [line] = logged('info', { input: { [name]: 'hunter2', other: 1 }, headers: { [name]: 'hunter2' } });
    expect(line).toMatchObject({ input: { [name]: '[redacted]', other: 1 } });
    expect(JSON.stringify(line)).not.toContain('hunter2');
  },
);

test('an error is logged with its stack and its cause', () => {
  const [line] = logged('info', { err: new Error('outer', { cause: new Error('inner') }) });
  expect(line).toMatchObject({
    err: { message: 'outer: inner', stack: expect.stringContaining('make-logger.test.ts') },
  });
});

// On Linux, every write to /dev/full fails with ENOSPC.
test.runIf(process.platform === 'linux')('a full disk loses log lines, but causes no error', () => {
  const fd = openSync('/dev/full', 'w');
  const logger = makeLogger('info', fd);
  const line = 'x'.repeat(100_000);
  for (let lines = 0; lines < 100; lines += 1) expect(() => logger.info({}, line)).not.toThrow();
  closeSync(fd);
});

test.runIf(process.platform === 'linux')('a log continues once a full disk has space again', () => {
  const folder = mkdtempSync(join(tmpdir(), 'guichet-log-'));
  const file = join(folder, 'log');
  const full = openSync('/dev/full', 'w');
  const logger = makeLogger('info', full);
  // Fills the buffer until even the shortest line no longer fits.
  for (const length of [100_000, 1_000, 10]) {
    for (let lines = 0; lines < 120; lines += 1) logger.info({}, 'x'.repeat(length));
  }
  closeSync(full);
  // The file gets the lowest free descriptor, which is that of the device.
  const fd = openSync(file, 'w');
  expect(fd).toBe(full);
  logger.info('the first line is lost');
  logger.info('the next one is written');
  expect(readFileSync(file, 'utf8')).toContain('the next one is written');
  closeSync(fd);
  rmSync(folder, { recursive: true });
});
