import { createKey, revokeKey } from '@guichet/core/accounts';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { command, commandOf } from '../../../../test-support/actors.ts';
import { startReceiver } from '../../../../test-support/receiver.ts';
import { startTestService, type TestService } from '../../../../test-support/service.ts';
import { runCli } from '../testing/run-cli.ts';
import { startListener } from '../testing/start-listener.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

describe('guichet listen exits with an error', () => {
  const refused = (args: readonly string[], key = service.demo.test_key) =>
    runCli(['listen', '--forward-to', 'http://127.0.0.1:9/', '--base-url', service.url, ...args], {
      env: { GUICHET_API_KEY: key },
    });

  test.each([
    [['--after', 'evt_none'], 1, /The service refused: .*after must be the id of an event/],
    [['--api-key', `svc_test_${'a'.repeat(32)}`], 1, /The service refused: This API key is not valid/],
    [['--api-key', 'sk_test_x'], 2, /Must be an API key/],
    [['--events', 'payment.paid'], 2, /Unknown event types: payment\.paid/],
    [['--secret', 'mine'], 2, /Must be whsec_ followed by base64/],
    [['--forward-to', 'localhost:4000'], 2, /Must be an http or https address/],
  ])('for the arguments %j', async (args, code, words) => {
    const ran = await refused(args);
    expect(ran.stderr).toMatch(words);
    expect(ran.code).toBe(code);
  });

  test('without a key', async () => {
    const ran = await runCli(['listen', '--forward-to', 'http://127.0.0.1:9/'], { env: {} });
    expect(ran).toMatchObject({ code: 2, stderr: '--api-key is missing, and GUICHET_API_KEY is not set\n' });
  });

  test('when something other than Guichet responds', async () => {
    const local = await startReceiver((response) => response.end('<html>'));
    onTestFinished(() => local.close());
    const ran = await refused(['--base-url', new URL(local.url).origin]);
    expect(ran.stderr).toMatch(/No Guichet service streams events/);
    expect(ran.code).toBe(1);
  });

  test('when the key is revoked', async () => {
    const { merchant_id } = service.demo;
    const { id, key } = await createKey(service.ctx, commandOf(merchant_id, 'test'), {});
    const listener = startListener(service, 'http://127.0.0.1:9/', { key });
    await listener.connected();
    await revokeKey(service.ctx, command, id);
    await expect.poll(() => listener.text()).toMatch(/"code":"revoked_api_key"/);
  });
});

test('a live key causes a warning', async () => {
  const { id: _, key } = await createKey(service.ctx, commandOf(service.demo.merchant_id, 'live'), {});
  const listener = startListener(service, 'http://127.0.0.1:9/', { key, json: false });
  await expect.poll(() => listener.text()).toMatch(/connected\n$/);
  expect(listener.text()).toContain('This is a LIVE key: these are real payments by real customers.');
});
