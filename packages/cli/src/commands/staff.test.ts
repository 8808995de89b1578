import { test_password } from '@guichet/server/dashboard/testing/test-password';
import { makeVisit } from '@guichet/server/dashboard/testing/visit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { environmentBeside, startTestService, type TestService } from '../../../../test-support/service.ts';
import { readObject, runCli } from '../testing/run-cli.ts';

let service: TestService;
let env: Record<string, string>;
beforeAll(async () => {
  service = await startTestService({ env: { GUICHET_ROLE: 'web' } });
  env = environmentBeside(service);
});
afterAll(() => service.stop());

const staff = async (...args: string[]) => {
  const { code, stdout } = await runCli(['staff', ...args, '--json'], { env });
  return { code, printed: readObject(stdout) };
};
const tokenOf = (link: unknown): string => String(link).split('#')[1] ?? '';

test('a person can be invited, join and reset the password', async () => {
  const merchant = service.demo.merchant_id;
  const email = 'awa@shop.example';
  const invited = await staff('create', email, '--merchant', merchant, '--role', 'owner');
  expect(invited).toMatchObject({ code: 0, printed: { invitation: { email, role: 'owner' } } });
  const visit = makeVisit(service);
  const accepted = await visit.send('POST', '/api/public/invitation/accept', {
    body: { token: tokenOf(invited.printed.link), name: 'Awa', password: test_password },
  });
  expect(accepted.status).toBe(201);
  expect((await visit.signIn(email)).status).toBe(200);
  expect((await staff('list')).printed.staff).toMatchObject([
    { email, name: 'Awa', merchant_id: merchant, role: 'owner' },
    { email: 'owner@demo.test' },
  ]);

  const { body } = await visit.ask('GET', '/audit?object_type=invitation&action=created');
  expect(body.data.items[0].author).toMatchObject({ kind: 'command', name: expect.stringMatching(/./) });

  const reset = await staff('reset-password', email);
  const new_password = 'a new one: 8 lamps';
  const changed = await makeVisit(service).send('POST', '/api/public/password', {
    body: { token: tokenOf(reset.printed.link), new_password },
  });
  expect(changed.status).toBe(200);
  expect((await visit.send('GET', '/api/me')).status).toBe(401);
  expect((await visit.signIn(email)).status).toBe(401);
  expect((await visit.signIn(email, new_password)).status).toBe(200);
});

test.each<[args: readonly string[], exit: number, error: object]>([
  [
    ['create', 'awa', '--merchant', 'mer_none', '--role', 'owner'],
    1,
    { errors: { email: [expect.any(String)] } },
  ],
  [['create', 'a@b.example', '--merchant', 'mer_none', '--role', 'owner'], 1, { code: 'merchant_not_found' }],
  [['create', 'a@b.example', '--merchant', 'mer_none', '--role', 'king'], 2, { code: 'usage' }],
  [['reset-password', 'nobody@shop.example'], 1, { code: 'not_found' }],
])('staff refuses the arguments %j', async (args, exit, error) => {
  const { code, printed } = await staff(...args);
  expect(code).toBe(exit);
  expect(printed.error).toMatchObject(error);
});
