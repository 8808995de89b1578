import { createEndpoint } from '@guichet/core/events';
import { Command } from 'commander';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandOf } from '../../../../test-support/actors.ts';
import { type Receiver, startReceiver } from '../../../../test-support/receiver.ts';
import { environmentBeside, startTestService, type TestService } from '../../../../test-support/service.ts';
import { makeShell } from '../testing/make-shell.ts';
import { readObject, runCli } from '../testing/run-cli.ts';
import { addWebhookDoctorCommand, reportText } from './webhook-doctor.ts';

let service: TestService;
let env: Record<string, string>;
let receiver: Receiver;
beforeAll(async () => {
  service = await startTestService();
  env = environmentBeside(service);
  receiver = await startReceiver((response) => response.writeHead(301, { location: '/hook/' }).end());
});
afterAll(async () => {
  await receiver.close();
  await service.stop();
});

test('the webhook doctor prints its report for programs with --json, and for people without it', async () => {
  const { id } = await createEndpoint(service.ctx, commandOf(service.demo.merchant_id, 'test'), {
    url: receiver.url,
  });
  const for_programs = await runCli(['webhooks', 'doctor', id, '--json'], { env });
  expect(for_programs.code).toBe(1);
  const { findings, ...rest } = readObject(for_programs.stdout) as { findings: object[] };
  expect(rest).toEqual({ endpoint_id: id, url: receiver.url, ok: false });
  expect(findings.at(-1)).toEqual({
    probe: 'answer',
    ok: false,
    problem: 'redirect',
    detail: expect.stringContaining('a slash at the end'),
    fix: `use the address that it redirects to: guichet webhooks update ${id} --url '${receiver.url}/'`,
  });

  const for_people = await runCli(['webhooks', 'doctor', id], { env });
  expect(for_people.code).toBe(1);
  expect(for_people.stdout).toMatch(
    /^whe_\w+ http:.*\nok {5}address .*\n(ok .*\n)+wrong {2}answer .*\n +fix: use the .*\nWebhooks do not arrive/,
  );
  expect(receiver.requests.map(({ headers }) => headers['user-agent'])).toEqual(
    Array(2).fill('Guichet-Webhooks/1.0'),
  );

  const nobody = await runCli(['webhooks', 'doctor', 'whe_none', '--json'], { env });
  expect(nobody).toMatchObject({ code: 1 });
  expect(readObject(nobody.stdout)).toMatchObject({ error: { code: 'endpoint_not_found' } });
});

test('a report shows all findings, even if there is no problem', () => {
  const report = {
    endpoint_id: 'whe_1',
    url: 'https://shop.example/hook',
    ok: true,
    findings: [
      { probe: 'name', ok: true, problem: null, detail: 'shop.example is 192.0.2.7', fix: null },
      { probe: 'answer', ok: true, problem: 'slow', detail: 'answered 200 in 6000 ms', fix: 'answer first' },
    ],
  } as const;
  expect(reportText(report)).toBe(
    [
      'whe_1 https://shop.example/hook',
      'ok     name               shop.example is 192.0.2.7',
      'note   answer             answered 200 in 6000 ms',
      '                          fix: answer first',
      'Webhooks arrive.',
    ].join('\n'),
  );
});

test('the webhook doctor adds exactly one command', () => {
  const webhooks = new Command('webhooks');
  addWebhookDoctorCommand(webhooks, makeShell({ env: {} }));
  expect(webhooks.commands.map((command) => command.name())).toEqual(['doctor']);
});
