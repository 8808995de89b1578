import { expireCheckout } from '@guichet/core/payments';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command } from '../../../../test-support/actors.ts';
import { startTestService, type TestService } from '../../../../test-support/service.ts';
import { makeCheckout } from '../testing/api.ts';
import { makeVisitor, payOnPage, postForm, type Screen } from '../testing/visitor.ts';
import { texts as allTexts } from './texts/texts.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const texts = allTexts.en;
const operator = 'mtn_ci';
const code_pattern = /\b([0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4})\b/;

async function handOver(fields = {}): Promise<{ token: string; code: string; screen: Screen }> {
  const { token } = await makeCheckout(service, fields);
  const screen = await makeVisitor(service).open(`/pay/${token}?step=phone`);
  expect([screen.status, screen.state]).toEqual([200, 'hand_over']);
  const code = code_pattern.exec(screen.words)?.[1] ?? '';
  expect(code).not.toBe('');
  return { token, code, screen };
}

/** Types a code on the entry page. */
async function type(code: string, language = 'en'): Promise<Screen> {
  const visitor = makeVisitor(service, language);
  const entry = await visitor.open('/pay');
  expect([entry.status, entry.state]).toEqual([200, 'entry']);
  return visitor.submit(entry, '/pay', { code });
}

describe('another screen', () => {
  test('shows the URL and the code to type, and the same code when opened again', async () => {
    const { token, code, screen } = await handOver();
    expect(screen.words).toContain(`${service.url}/pay`.replace('http://', ''));
    const again = await makeVisitor(service).open(`/pay/${token}?step=phone`);
    expect(again.words).toContain(code);
  });

  test('shows the progress made on the phone', async () => {
    const { token, code } = await handOver();
    const desktop = async () => (await makeVisitor(service).open(`/pay/${token}?step=phone`)).state;
    const phone = await type(code);
    expect([phone.state, phone.path]).toEqual(['choose', `/pay/${token}`]);
    const visitor = makeVisitor(service);
    const confirm = await visitor.submit(phone, '/choose', { operator, phone: '+2250548151622' });
    expect(await desktop()).toBe('hand_over');
    const waiting = await visitor.submit(confirm, '/pay');
    expect(await desktop()).toBe('waiting');
    // Entering the code again later leads to the payment in progress.
    expect((await type(code)).state).toBe('waiting');
    await visitor.submit(waiting, '/sandbox', { decision: 'refuse' });
    expect(await desktop()).toBe('hand_over');
    await payOnPage(service, token, { operator, phone: '+2250548151600' });
    expect(await desktop()).toBe('success');
    expect((await type(code)).status).toBe(422);
  });

  test('shows that the session has ended', async () => {
    const { token, code } = await handOver();
    await expireCheckout(service.ctx, command, token);
    const desktop = await makeVisitor(service).open(`/pay/${token}?step=phone`);
    expect([desktop.status, desktop.state]).toEqual([410, 'expired']);
    expect((await type(code)).status).toBe(422);
  });
});

describe('a code', () => {
  test('may be typed with spaces, hyphens and lower-case letters', async () => {
    const { token, code } = await handOver();
    expect((await type(` ${code.toLowerCase().replace('-', ' ')} `)).path).toBe(`/pay/${token}`);
  });

  test('keeps the language that the customer picked', async () => {
    const { token, code } = await handOver();
    const visitor = makeVisitor(service);
    const entry = await visitor.open('/pay?lang=fr');
    expect(entry.text).toContain('<html lang="fr"');
    expect((await visitor.submit(entry, '/pay', { code })).path).toBe(`/pay/${token}?lang=fr`);
  });

  test.each([
    ['that does not exist', '7KQ2-M9XD'],
    ['that is malformed', 'hello'],
    ['with markup', '"><script>alert(1)</script>'],
    ['left out', ''],
  ])('%s gets an error at its field, with the typed text kept', async (_, code) => {
    for (const language of ['en', 'fr'] as const) {
      const wrong = await type(code, language);
      expect([wrong.status, wrong.state]).toEqual([422, 'entry']);
      expect(wrong.words).toContain(allTexts[language].entry_wrong);
      expect(wrong.forms[0]?.fields.code).toBe(code);
      expect(wrong.text).not.toContain('<script>alert');
    }
  });

  test.each(['', 'code=7KQ2-M9XD&code=7KQ2-M9XD', 'code=%00', `code=${'7'.repeat(60_000)}`, '__proto__=1'])(
    'posted as %s is refused',
    async (body) => {
      const answer = await postForm(service, '/pay', body);
      expect(answer.status).toBe(422);
      expect(answer.text.length).toBeLessThan(30_000);
    },
  );

  test('from another site’s form is refused', async () => {
    const { code } = await handOver();
    const answer = await postForm(service, '/pay', `code=${code}`, { 'sec-fetch-site': 'cross-site' });
    expect(answer.status).toBe(403);
  });

  test('in the URL is ignored', async () => {
    const { code } = await handOver();
    const entry = await makeVisitor(service).open(`/pay?code=${code}`);
    expect([entry.status, entry.state]).toEqual([200, 'entry']);
    expect(entry.text).not.toContain(code);
  });
});

test('neither codes nor tokens reach the log', async () => {
  const { token, code } = await handOver();
  await type(code);
  await type('7KQ2-M9XD');
  await makeVisitor(service).open(`/pay/${token}/leave`);
  const logged = JSON.stringify(service.logs);
  for (const secret of [token, code, code.replace('-', ''), '7KQ2']) expect(logged).not.toContain(secret);
  expect(logged).toContain('"route":"/pay"');
});

test('the entry page explains its purpose', async () => {
  const entry = await makeVisitor(service).open('/pay/');
  expect([entry.status, entry.state]).toEqual([200, 'entry']);
  expect(entry.words).toContain(texts.entry_title);
});
