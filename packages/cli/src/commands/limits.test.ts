import { createMerchant } from '@guichet/core/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { command } from '../../../../test-support/actors.ts';
import { startTestService, type TestService, testEnvironment } from '../../../../test-support/service.ts';
import { readObject, runCli } from '../testing/run-cli.ts';

let service: TestService;
let env: Record<string, string>;
let merchant: string;
beforeAll(async () => {
  service = await startTestService({ env: { GUICHET_ROLE: 'web' } });
  env = {
    ...testEnvironment(service.database.database_url, service.data_dir),
    RATE_LIMIT_KEY_PER_SECOND: '40',
  };
  merchant = (await createMerchant(service.ctx, command, { name: 'Librairie du Port', country: 'TG' })).id;
});
afterAll(() => service.stop());

const limits = (verb: string, ...args: string[]) =>
  runCli(['limits', verb, '--merchant', merchant, ...args, '--json'], { env });

test('the limits commands set and show a merchant’s limit, and reset it to the default', async () => {
  const expectResult = async (ran: ReturnType<typeof limits>, result: object): Promise<void> => {
    const { code, stdout } = await ran;
    expect([code, readObject(stdout)]).toEqual([0, result]);
  };
  await expectResult(limits('show'), { key_per_second: null, applied_per_second: 40 });
  await expectResult(limits('set', '--key-per-second', '250'), { key_per_second: 250 });
  await expectResult(limits('show'), { key_per_second: 250, applied_per_second: 250 });
  await expectResult(limits('set', '--key-per-second', '0'), { key_per_second: 0 });
  await expectResult(limits('show'), { key_per_second: 0, applied_per_second: 0 });
  await expectResult(limits('set', '--default'), { key_per_second: null });
  await expectResult(limits('show'), { key_per_second: null, applied_per_second: 40 });
});

test.each<[args: readonly string[], exit: number, error: object]>([
  [[], 2, { code: 'usage', message: "option '--key-per-second <number>' or '--default' not specified" }],
  [['--key-per-second', '5', '--default'], 2, { code: 'usage' }],
  [['--key-per-second', ''], 1, { errors: { key_per_second: ['must be an integer'] } }],
  [['--key-per-second', 'many'], 1, { errors: { key_per_second: ['must be an integer'] } }],
  [['--key-per-second=-1'], 1, { errors: { key_per_second: ['must be at least 0'] } }],
])('limits set refuses the arguments %j', async (args, exit, error) => {
  const ran = await limits('set', ...args);
  expect(ran.code).toBe(exit);
  expect(readObject(ran.stdout).error).toMatchObject(error);
});

test('limits show refuses a merchant that does not exist', async () => {
  const ran = await runCli(['limits', 'show', '--merchant', 'mer_none', '--json'], { env });
  expect([ran.code, readObject(ran.stdout).error]).toMatchObject([1, { code: 'merchant_not_found' }]);
});
