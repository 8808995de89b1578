import { expireCheckout } from '@guichet/core/payments';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command } from '../../../../test-support/actors.ts';
import type { TestService } from '../../../../test-support/service.ts';
import { shareService } from '../../../../test-support/shared-service.ts';
import { makeCheckout, makeMerchant } from '../testing/api.ts';
import { type Answer, send } from '../testing/send.ts';
import { makeVisitor, payOnPage, postForm } from '../testing/visitor.ts';

let service: TestService;
beforeAll(async () => {
  service = await shareService();
});
afterAll(() => service.stop());

const operator = 'mtn_ci';
const phoneOf = (digits: string): string => `+22505481516${digits}`;
const cancel_url = 'https://shop.example/cart';

/** Every page, with its name and how to get it. Those of play money can be framed by our own pages. */
const pages: readonly [what: string, show: () => Promise<Answer>, frame?: 'play'][] = [
  ['the choice', async () => send(service.url, `/pay/${await fresh()}`), 'play'],
  ['the corrected choice', async () => postForm(service, `/pay/${await fresh()}/choose`, ''), 'play'],
  ['the confirmation', async () => chosen(), 'play'],
  ['waiting', async () => paid('22'), 'play'],
  ['a one-time code', async () => paid('20'), 'play'],
  ['a redirect', async () => paid('21'), 'play'],
  ['the receipt', async () => paid('00'), 'play'],
  ['a refusal', async () => paid('01'), 'play'],
  ['no response', async () => paid('12'), 'play'],
  ['expired', expired, 'play'],
  ['cancelled', cancelled, 'play'],
  ['a page that does not exist', async () => send(service.url, '/pay/nothing')],
  [
    'a form from another site',
    async () => postForm(service, `/pay/${await fresh()}/pay`, '', { 'sec-fetch-site': 'cross-site' }),
  ],
  [
    'the hand-over to another device',
    async () => send(service.url, `/pay/${await fresh()}?step=phone`),
    'play',
  ],
  ['the form for a code', async () => send(service.url, '/pay')],
  ['a wrong code', async () => postForm(service, '/pay', 'code=%22%3E%3Cb%3E')],
  ['an unsupported method', async () => send(service.url, '/pay', { method: 'DELETE' })],
  ["the sandbox's own page", approval, 'play'],
  ['back at the demo shop', async () => send(service.url, '/demo/returned?payment_id=pay_1&status=success')],
];

describe.each(pages)('%s', (_, show, frame) => {
  test('has its security headers', async () => {
    const page = await show();
    const { 'content-security-policy': policy = '', ...headers } = page.headers;
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    });
    const directives = new Map(
      String(policy)
        .split('; ')
        .map((text) => [text.split(' ')[0], text.split(' ').slice(1)]),
    );
    expect(directives.get('default-src')).toEqual(["'none'"]);
    expect(directives.get('frame-ancestors')).toEqual([frame === 'play' ? "'self'" : "'none'"]);
    expect(directives.get('base-uri')).toEqual(["'none'"]);
    expect(directives.get('form-action')?.slice(0, 1)).toEqual(["'self'"]);
    expect(policy).not.toMatch(/unsafe|\*/);

    const nonce = /^'nonce-([A-Za-z0-9_-]{22})'$/.exec(directives.get('style-src')?.join() ?? '')?.[1];
    expect(nonce).toBeDefined();
    expect(directives.get('script-src')).toEqual([`'nonce-${nonce}'`]);
    const inline = [...page.text.matchAll(/<(style|script)\b([^>]*)>.*?<\/\1>/gs)].map(([, , rest]) =>
      rest?.trim(),
    );
    expect(new Set(inline)).toEqual(new Set([`nonce="${nonce}"`]));
  });

  test('runs and loads only what it contains', async () => {
    const { text } = await show();
    const markup = text.replace(/<(style|script)\b.*?<\/\1>/gs, '');
    expect(markup).not.toMatch(/<[^>]*\s(on\w+|style|srcset)=/i);
    expect(markup).not.toMatch(/<(iframe|object|embed|base|applet|frame)\b/i);
    expect(markup).not.toMatch(/(href|src|action)="\s*(javascript|vbscript):/i);
    const loaded = [...markup.matchAll(/<(?:img|link|script)\b[^>]*\s(?:src|href)="([^"]*)"/g)].map(
      ([, to]) => to,
    );
    expect(loaded.filter((to) => !/^data:(?:image\/svg\+xml)?,/.test(to ?? ''))).toEqual([]);
    expect(text).not.toMatch(/url\((?!#)/);
  });
});

test('no two responses share a nonce', async () => {
  const token = await fresh();
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(service.url, `/pay/${token}`)));
  expect(new Set(answers.map(({ headers }) => headers['content-security-policy'])).size).toBe(20);
});

test('a form leads to this service only', async () => {
  const page = await send(service.url, `/pay/${await fresh({ cancel_url })}`);
  expect(page.headers['content-security-policy']).toContain("form-action 'self';");
});

describe('the merchant’s text is shown as text', () => {
  const hostile = `"><script>alert('x')</script><img src=x onerror=alert(1)> & </title></style> \${7*7} {{7*7}}`;

  test.each(['01', '12', '20', '21', '22', '00'])('at every step with digits %s', async (digits) => {
    const { key } = await makeMerchant(service, { name: hostile.slice(0, 100), rules: [operator] });
    const fields = {
      description: hostile,
      return_url: `https://shop.example/?a="><script>alert(2)</script>`,
    };
    const { token } = await makeCheckout(service, { ...fields, cancel_url: fields.return_url }, key);
    const visitor = makeVisitor(service);
    const choose = await visitor.open(`/pay/${token}`);
    expect(choose.words).toContain(hostile);
    const confirm = await visitor.submit(choose, '/choose', { operator, phone: phoneOf(digits) });
    const result = await visitor.submit(confirm, '/pay');
    const last = digits === '21' ? await visitor.open(`/pay/${token}/sandbox`) : result;
    for (const { text } of [choose, confirm, result, last]) {
      expect(text).not.toMatch(/<script>alert|<img|<script(?! nonce=")/);
      expect(text.match(/<\/title>/g)).toHaveLength(1);
      expect(text.match(/<\/style>/g)).toHaveLength(1);
    }
  });

  test('and so is the customer’s', async () => {
    const token = await fresh();
    const body = new URLSearchParams({ operator: hostile, phone: hostile }).toString();
    const answer = await postForm(service, `/pay/${token}/choose`, body);
    expect(answer.status).toBe(422);
    expect(answer.text).not.toMatch(/<script>alert|<img/);
    const demo = await send(
      service.url,
      `/demo/returned?status=${encodeURIComponent(hostile)}&payment_id=<script>`,
    );
    expect(demo.text).not.toMatch(/<script|<img/);
  });
});

describe('the language', () => {
  const cases: readonly [accepted: string | undefined, query: string, lang: string][] = [
    [undefined, '', 'en'],
    ['', '', 'en'],
    ['fr', '', 'fr'],
    ['fr-CI,fr;q=0.9,en;q=0.8', '', 'fr'],
    ['en-GB,en;q=0.9,fr;q=0.8', '', 'en'],
    ['en;q=0.5, fr;q=0.9', '', 'fr'],
    ['FR-ci', '', 'fr'],
    ['dioula,fr;q=0.1', '', 'fr'],
    ['fr;q=0', '', 'en'],
    ['de,es', '', 'en'],
    ['*', '', 'en'],
    [',;q=,fr;q=x;;', '', 'fr'],
    ['fr'.repeat(3000), '', 'en'],
    ['fr', '?lang=en', 'en'],
    ['en', '?lang=fr', 'fr'],
    ['en', '?lang=de', 'en'],
    ['en', '?lang=fr&lang=fr', 'en'],
    ['en', '?lang=FR', 'en'],
  ];
  test.each(cases)('for Accept-Language %j and the query %j is %s', async (accepted, query, lang) => {
    const token = await fresh();
    const headers = accepted === undefined ? {} : { 'accept-language': accepted };
    for (const path of [`/pay/${token}`, '/pay/nothing']) {
      const page = await send(service.url, path + query, { headers });
      expect(/<html lang="(\w+)"/.exec(page.text)?.[1]).toBe(lang);
    }
  });

  test('that was picked is kept until the end', async () => {
    const token = await fresh();
    const visitor = makeVisitor(service, 'en');
    const english = await visitor.open(`/pay/${token}`);
    expect(english.links).toContain(`/pay/${token}?lang=fr`);
    const choose = await visitor.open(`/pay/${token}?lang=fr`);
    const confirm = await visitor.submit(choose, '/choose', { operator, phone: phoneOf('00') });
    expect(confirm.path).toBe(`/pay/${token}?step=confirm&lang=fr`);
    const receipt = await visitor.submit(confirm, '/pay');
    expect(receipt.path).toBe(`/pay/${token}?lang=fr`);
    for (const { text } of [choose, confirm, receipt]) expect(text).toContain('<html lang="fr">');
  });
});

async function fresh(fields = {}): Promise<string> {
  return (await makeCheckout(service, fields)).token;
}

async function chosen(): Promise<Answer> {
  const visitor = makeVisitor(service);
  const choose = await visitor.open(`/pay/${await fresh()}`);
  return visitor.submit(choose, '/choose', { operator, phone: phoneOf('00') });
}

async function paid(digits: string): Promise<Answer> {
  return payOnPage(service, await fresh(), { operator, phone: phoneOf(digits) });
}

async function expired(): Promise<Answer> {
  const token = await fresh();
  await expireCheckout(service.ctx, command, token);
  return send(service.url, `/pay/${token}`);
}

async function cancelled(): Promise<Answer> {
  const token = await fresh({ cancel_url });
  await postForm(service, `/pay/${token}/cancel`, '');
  return send(service.url, `/pay/${token}`);
}

async function approval(): Promise<Answer> {
  const token = await fresh();
  await payOnPage(service, token, { operator, phone: phoneOf('21') });
  return send(service.url, `/pay/${token}/sandbox`);
}
