import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { makeTestDatabase, type TestDatabase } from '../../../../test-support/database.ts';
import { testEnvironment } from '../../../../test-support/service.ts';
import { readObject, runCli } from '../testing/run-cli.ts';

let database: TestDatabase;
let data_dir: string;
let env: Record<string, string>;
beforeAll(async () => {
  database = await makeTestDatabase();
  data_dir = await mkdtemp(join(tmpdir(), 'guichet-cli-'));
  env = testEnvironment(database.database_url, data_dir);
});
afterAll(async () => {
  await database.close();
  await rm(data_dir, { recursive: true });
});

const nobody = ['--merchant', 'mer_01JD0Z5T8QXW3N4K5M6P7R8S9T', '--mode', 'test'];
const trace = /\n\s+at |node:internal|\.ts:\d|Error:/;

interface Mistake {
  readonly args: readonly string[];
  readonly exit: 1 | 2;
  readonly code: string;
  readonly message: RegExp;
  readonly fields?: readonly string[];
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Nothing listens on port 1 of this machine. */
const nowhere = 'postgres://guichet:hunter2@127.0.0.1:1/guichet';

const mistakes: Readonly<Record<string, Mistake>> = {
  'an unknown command': { args: ['pay'], exit: 2, code: 'usage', message: /unknown command 'pay'/ },
  'an unknown verb of a noun': {
    args: ['keys', 'mint'],
    exit: 2,
    code: 'usage',
    message: /unknown command 'mint'/,
  },
  'an unknown subcommand of recover': {
    args: ['recover', 'opne'],
    exit: 2,
    code: 'usage',
    message: /unknown command 'opne'/,
  },
  'an excess argument': {
    args: ['recover', 'begin', 'now'],
    exit: 2,
    code: 'usage',
    message: /unknown command 'now'/,
  },
  'an option that is missing': {
    args: ['merchants', 'create', '--name', 'Shop'],
    exit: 2,
    code: 'usage',
    message: /required option '--country <code>' not specified/,
  },
  'an option that does not exist': {
    args: ['ledger', 'check', '--fast'],
    exit: 2,
    code: 'usage',
    message: /unknown option '--fast'/,
  },
  'a choice that does not exist': {
    args: ['keys', 'create', '--merchant', 'x', '--mode', 'dead'],
    exit: 2,
    code: 'usage',
    message: /'dead' is invalid. Allowed choices are test, live/,
  },
  'an argument that is missing': {
    args: ['keys', 'revoke'],
    exit: 2,
    code: 'usage',
    message: /missing required argument 'id'/,
  },
  'a merchant that does not exist': {
    args: ['keys', 'create', ...nobody],
    exit: 1,
    code: 'merchant_not_found',
    message: /^No merchant has this id\.$/,
  },
  'a key that does not exist': {
    args: ['keys', 'revoke', 'key_x'],
    exit: 1,
    code: 'key_not_found',
    message: /No API key/,
  },
  'a payment that does not exist': {
    args: ['payments', 'show', 'pay_x'],
    exit: 1,
    code: 'payment_not_found',
    message: /No payment/,
  },
  'a session that does not exist': {
    args: ['sessions', 'expire', 'x'],
    exit: 1,
    code: 'session_not_found',
    message: /No checkout session/,
  },
  'invalid fields': {
    args: ['merchants', 'create', '--name', ' ', '--country', 'Togo'],
    exit: 1,
    code: 'invalid_fields',
    message: /Some fields are not valid/,
    fields: ['name', 'country'],
  },
  'an invalid rule': {
    args: ['routing', 'set', ...nobody, '--operator', 'mtn_zz', '--fee-percent', '101'],
    exit: 1,
    code: 'invalid_fields',
    message: /Some fields are not valid/,
    fields: ['operator', 'fee_percent'],
  },
  'an invalid endpoint': {
    args: ['webhooks', 'create', ...nobody, '--url', 'ftp://x', '--events', 'payment.lost'],
    exit: 1,
    code: 'invalid_fields',
    message: /Some fields are not valid/,
    fields: ['url', 'events.0'],
  },
  'invalid settings': {
    args: ['doctor'],
    env: { PORT: 'http', LOG_LEVEL: 'loud' },
    exit: 1,
    code: 'settings',
    message: /^The settings are not usable:\n {2}(PORT|LOG_LEVEL): .+\n {2}(PORT|LOG_LEVEL): .+$/,
  },
  'a database that does not respond': {
    args: ['ledger', 'check'],
    env: { DATABASE_URL: nowhere },
    exit: 1,
    code: 'database',
    message: /^Cannot use the database in DATABASE_URL: connect ECONNREFUSED 127\.0\.0\.1:1$/,
  },
  'a database that does not respond to the service': {
    args: ['serve'],
    env: { DATABASE_URL: nowhere },
    exit: 1,
    code: 'database',
    message: /^Cannot use the database in DATABASE_URL: connect ECONNREFUSED 127\.0\.0\.1:1$/,
  },
  'a database that does not respond to a migration': {
    args: ['migrate'],
    env: { DATABASE_URL: nowhere.replace('127.0.0.1', 'localhost') },
    exit: 1,
    code: 'database',
    message: /^Cannot use the database in DATABASE_URL: .*ECONNREFUSED/,
  },
  'a host that does not exist': {
    args: ['migrate'],
    env: { DATABASE_URL: nowhere.replace('127.0.0.1', 'nowhere.invalid') },
    exit: 1,
    code: 'database',
    message: /^Cannot use the database in DATABASE_URL: /,
  },
};

test('guichet serve reports a port in use in one line', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const ran = await runCli(['serve'], {
    env: { ...env, GUICHET_ROLE: 'web', PORT: String(port), LOG_LEVEL: 'silent' },
  });
  expect(ran).toEqual({
    code: 1,
    stdout: '',
    stderr: `127.0.0.1:${port} is taken by another program. Stop it, or choose another PORT.\n`,
  });
});

describe('a usage error is printed as one object with --json and as one sentence without it', () => {
  for (const [what, mistake] of Object.entries(mistakes)) {
    test(`${what}, with --json`, () => expectObject(mistake));
    test(`${what}, without --json`, () => expectSentence(mistake));
  }
});

async function expectObject(mistake: Mistake): Promise<void> {
  const ran = await runCli([...mistake.args, '--json'], { env: { ...env, ...mistake.env } });
  const { error } = readObject(ran.stdout) as { error: { message: string; errors: object | null } };
  expect(error).toEqual({
    code: mistake.code,
    message: expect.stringMatching(mistake.message),
    errors: mistake.fields ? expect.any(Object) : null,
  });
  if (mistake.fields) expect(Object.keys(error.errors ?? {}).sort()).toEqual([...mistake.fields].sort());
  expect(ran.code).toBe(mistake.exit);
  expect(ran.stdout + ran.stderr).not.toMatch(trace);
  expect(ran.stdout + ran.stderr).not.toContain('hunter2');
}

async function expectSentence(mistake: Mistake): Promise<void> {
  const ran = await runCli(mistake.args, { env: { ...env, ...mistake.env } });
  expect(ran.stdout).toBe('');
  const [sentence = '', ...fields] = ran.stderr.trimEnd().split(/\n(?= {2}\w+(?:\.\d)? )/);
  expect(sentence).toMatch(mistake.message);
  expect(fields.map((line) => line.trim().split(' ')[0]).sort()).toEqual([...(mistake.fields ?? [])].sort());
  expect(ran.code).toBe(mistake.exit);
  expect(ran.stderr).not.toMatch(trace);
  expect(ran.stderr).not.toContain('hunter2');
}
