import { setBranding } from '@guichet/core/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandOf } from '../../../../test-support/actors.ts';
import { makePng } from '../../../../test-support/logos.ts';
import { startTestService, type TestService } from '../../../../test-support/service.ts';
import { shareService } from '../../../../test-support/shared-service.ts';
import { callApi, type Json, makeMerchant, retrievePayment } from '../testing/api.ts';
import { type Answer, send } from '../testing/send.ts';
import { makeVisitor, payOnPage, postForm } from '../testing/visitor.ts';

let service: TestService;
let merchant: Awaited<ReturnType<typeof makeMerchant>>;
beforeAll(async () => {
  service = await shareService();
  merchant = await makeMerchant(service, { name: 'Boutique Aya', rules: ['mtn_ci'] });
});
afterAll(() => service.stop());

const languages = ['en', 'fr', 'sw', 'pt', 'ar'] as const;

interface Link {
  readonly id: string;
  readonly path: string;
}

async function makeLink(fields: Json = {}): Promise<Link> {
  const made = await callApi(service, '/api/v1/payment_links', {
    method: 'POST',
    json: { title: 'Pagne wax', amount: 5_000, currency: 'XOF', ...fields },
    key: merchant.key,
  });
  expect(made.body).toMatchObject({ errors: null });
  const { id, url } = made.body.data as { readonly id: string; readonly url: string };
  return { id, path: new URL(url).pathname };
}

async function change({ id }: Link, json: Json): Promise<void> {
  const path = `/api/v1/payment_links/${id}`;
  const { status } = await callApi(service, path, { method: 'POST', json, key: merchant.key });
  expect(status).toBe(200);
}

const view = ({ path }: Pick<Link, 'path'>, language = 'en'): Promise<Answer> =>
  send(service.url, path, { headers: { 'accept-language': language } });
const wordsOf = ({ text }: Answer): string => text.replaceAll(/\s/g, ' ');

async function countPayments({ id }: Link): Promise<number> {
  const { rows } = await service.ctx.pool.query(
    'select count(*)::integer as count from payments where payment_link_id = $1',
    [id],
  );
  return rows[0].count;
}

const submit = (link: Link, fields: Readonly<Record<string, string>>): Promise<Answer> =>
  postForm(service, link.path, new URLSearchParams({ form: 'a form of its own', ...fields }).toString(), {
    'accept-language': 'en',
  });

describe('the page of a payment link', () => {
  test('leads to a payment that knows its link, without script', async () => {
    const link = await makeLink({
      fields: [{ label: 'Name', type: 'text' }],
      metadata: { campaign: 'c1' },
      thank_you: 'Come again!',
    });
    const visitor = makeVisitor(service);
    const page = await visitor.open(link.path);
    expect(page.words).toContain('Pagne wax');
    expect(page.text).not.toContain('<script');
    const paying = await visitor.submit(page, link.path, { a0: 'Awa' });
    expect(paying.path).toMatch(/^\/pay\/[\w-]{48}$/);
    const token = paying.path.slice('/pay/'.length);
    const paid = await payOnPage(service, token, { operator: 'mtn_ci', phone: '+2250548151600' });
    const { rows } = await service.ctx.pool.query('select id from payments where payment_link_id = $1', [
      link.id,
    ]);
    const payment = await retrievePayment(service, rows[0].id, merchant.key);
    expect(payment).toMatchObject({
      payment_link: link.id,
      status: 'success',
      amount: 5_000,
      description: 'Pagne wax',
      metadata: { campaign: 'c1', Name: 'Awa' },
    });
    expect(paid).toBeDefined();
    const receipt = await send(service.url, `/r/${payment.reference}`);
    expect(receipt.text).toContain('Come again!');
    const left = await send(service.url, `/pay/${token}/leave`);
    expect(left.headers.location).toBe(`${service.ctx.public_url}/r/${payment.reference}`);
  });

  test('creates nothing when it is looked at', async () => {
    const link = await makeLink();
    await Promise.all(Array.from({ length: 20 }, () => view(link)));
    expect(await countPayments(link)).toBe(0);
  });

  test('has a card for chat apps', async () => {
    const { text } = await view(await makeLink({ title: 'A "big" <sale>', description: 'From noon' }));
    expect(text).toContain('<meta property="og:title" content="A &quot;big&quot; &lt;sale&gt; · ');
    expect(text).toContain('<meta property="og:site_name" content="Boutique Aya">');
    expect(text).toContain('<meta property="og:description" content="Boutique Aya · From noon">');
  });

  test.each(['Pagne wax', 'سوق', '漢字 <&"> 😀', 'a\u0001b\uFFFFc', 'x'.repeat(120), 'Une robe '.repeat(13)])(
    'has a picture of 1200 by 630 pixels for the title %.20j',
    async (title) => {
      const { path } = await makeLink({ title });
      const { text } = await view({ path });
      const [, image = ''] = /property="og:image" content="([^"]+)"/.exec(text) ?? [];
      const { pathname, search } = new URL(image.replaceAll('&amp;', '&'));
      const answer = await fetch(`${service.url}${pathname}${search}`);
      const png = Buffer.from(await answer.arrayBuffer());
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
      // PNG section 11.2.2: width and height follow the name of the first chunk.
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
      expect(png.length).toBeLessThan(200_000);
    },
  );

  test('opens one session for a form that is submitted twice, at once or later', async () => {
    const link = await makeLink();
    const [first, second] = await Promise.all([
      submit(link, { amount: '5000', form: 'the same form, twice' }),
      submit(link, { amount: '5000', form: 'the same form, twice' }),
    ]);
    const third = await submit(link, { amount: '5000', form: 'the same form, twice' });
    const other = await submit(link, { amount: '5000', form: 'quite another form' });
    const places = [first, second, third, other].map(({ headers }) => headers.location);
    expect(new Set(places.slice(0, 3)).size).toBe(1);
    expect(places[3]).not.toBe(places[0]);
    expect(await countPayments(link)).toBe(2);
  });

  test('opens a session for each form without the text of its page', async () => {
    const link = await makeLink();
    const answers = await Promise.all(
      ['', '', 'short', 'short'].map((form) => submit(link, { amount: '5000', form })),
    );
    expect(new Set(answers.map(({ headers }) => headers.location)).size).toBe(4);
  });

  test.each(languages)('in %s fits into 14,000 bytes with the longest texts', async (language) => {
    const logo = makePng({ width: 192, height: 64 });
    await setBranding(service.ctx, commandOf(merchant.merchant_id), { logo });
    const label = (index: number) => `${index}${'漢'.repeat(77)}`;
    const link = await makeLink({
      title: '漢'.repeat(120),
      description: '漢'.repeat(1_000),
      thank_you: '漢'.repeat(160),
      fields: Array.from({ length: 10 }, (_, index) => ({
        label: label(index),
        type: 'choice',
        options: [label(1), label(2), label(3)],
      })),
    });
    const { text } = await view(link, language);
    expect(text).toContain('漢'.repeat(1_000));
    expect(text).toContain(`src="data:image/png;base64,${logo}" alt="" width="120" height="40"`);
    const compressed = await send(service.url, link.path, {
      headers: { 'accept-language': language, 'accept-encoding': 'gzip' },
    });
    expect(Number(compressed.headers['content-length'])).toBeLessThan(14_000);
  });

  test('leads to a receipt of at most 6,000 bytes with the longest words of thanks', async () => {
    const link = await makeLink({ title: '漢'.repeat(120), thank_you: '漢'.repeat(160) });
    const { headers } = await submit(link, { amount: '5000' });
    const token = String(headers.location).slice('/pay/'.length);
    await payOnPage(service, token, { operator: 'mtn_ci', phone: '+2250548151600' });
    const left = await send(service.url, `/pay/${token}/leave`);
    const receipt = new URL(String(left.headers.location)).pathname;
    for (const language of languages) {
      const { text } = await view({ path: receipt }, language);
      expect(text).toContain('漢'.repeat(160));
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(6_000);
    }
  });

  test.each(['', '5', 'AAAAAAAA', '../..', '%00', 'x'.repeat(50), "' or 1=1"])(
    'does not exist for the code %j',
    async (code) => {
      const page = await view({ path: `/l/${encodeURIComponent(code)}` });
      expect(page.status).toBe(404);
      if (code !== '') expect(page.text).toContain('No such payment link');
    },
  );

  test('is found by its code in lower case with hyphens', async () => {
    const { path } = await makeLink();
    const code = path.slice('/l/'.length).toLowerCase();
    expect((await view({ path: `/l/${code.slice(0, 4)}-${code.slice(4)}` })).status).toBe(200);
  });

  test('refuses a form of another site', async () => {
    const { path } = await makeLink();
    const answer = await postForm(service, path, 'amount=5000', { 'sec-fetch-site': 'cross-site' });
    expect(answer.status).toBe(403);
  });
});

describe('an amount that the customer chooses', () => {
  const open = { amount: undefined, min_amount: 500, max_amount: 100_000, suggested_amounts: [1_000, 5_000] };

  test('is one touch for a suggested one', async () => {
    const link = await makeLink({ ...open, donation: true });
    const page = await view(link);
    expect(page.text).toContain('value="1000">');
    expect(wordsOf(page)).toContain('Give');
    const answer = await submit(link, { amount: '', suggested: '1000' });
    expect(answer.status).toBe(303);
  });

  test.each([
    ['', 'Enter an amount.'],
    ['499', 'must be at least'],
    ['100 001', 'must be at most'],
    ['12,5', 'too many decimals'],
    ['<b>', 'in figures'],
    ['9'.repeat(10_000), 'must be at most'],
  ])('cannot be %.20j', async (amount, sentence) => {
    const link = await makeLink(open);
    const answer = await submit(link, { amount });
    expect([answer.status, answer.text.includes(sentence)]).toEqual([422, true]);
    expect(answer.text).not.toContain('<b>');
    expect(await countPayments(link)).toBe(0);
  });
});

describe('an answer', () => {
  test.each([
    ['text', '', 'This answer is needed.'],
    ['text', 'x'.repeat(10_000), 'too long'],
    ['number', 'ten', 'not valid'],
    ['email', 'awa', 'not valid'],
    ['phone', '12', 'not valid'],
    ['choice', 'Green', 'not valid'],
  ])('to a field of type %s cannot be %.20j', async (type, answer, sentence) => {
    const options = type === 'choice' ? ['Red', 'Blue'] : undefined;
    const link = await makeLink({ fields: [{ label: 'Field', type, ...(options && { options }) }] });
    const refused = await submit(link, { amount: '5000', a0: answer });
    expect([refused.status, refused.text.includes(sentence)]).toEqual([422, true]);
    expect(refused.text.length).toBeLessThan(30_000);
    expect(await countPayments(link)).toBe(0);
  });

  test('is kept as typed, and a local number is completed', async () => {
    const link = await makeLink({
      fields: [
        { label: '__proto__', type: 'text' },
        { key: 'parent', label: 'Your number', type: 'phone' },
        { label: 'Class', type: 'text', required: false },
      ],
    });
    const answer = await submit(link, { amount: '5000', a0: '<b>مرحبا</b>', a1: '05 48 15 16 00', a2: '' });
    expect(answer.status).toBe(303);
    const { rows } = await service.ctx.pool.query(
      'select metadata::text from payments where payment_link_id = $1',
      [link.id],
    );
    expect(rows[0].metadata).toBe('{"__proto__":"<b>مرحبا</b>","parent":"+2250548151600"}');
  });
});

describe('a link that changes', () => {
  test('shows a new price before anyone pays it', async () => {
    const link = await makeLink();
    await change(link, { amount: 6_000 });
    const answer = await submit(link, { amount: '5000' });
    expect([answer.status, wordsOf(answer).includes('It is now 6 000 F CFA')]).toEqual([409, true]);
    expect(answer.text).toContain('name="amount" value="6000"');
    expect(await countPayments(link)).toBe(0);
  });

  test.each([
    ['paused', 200, 'This link is paused'],
    ['ended', 410, 'This link has ended'],
  ])('when %s answers %d, to a form too', async (status, code, title) => {
    const link = await makeLink();
    await change(link, { status });
    for (const answer of [await view(link), await submit(link, { amount: '5000' })])
      expect([answer.status, answer.text.includes(title)]).toEqual([code, true]);
    expect(await countPayments(link)).toBe(0);
  });

  test('tells the customer of an open session before asking for money', async () => {
    const link = await makeLink({ max_payments: 1 });
    const [first, second] = [
      await submit(link, { amount: '5000', form: 'the first form of two' }),
      await submit(link, { amount: '5000', form: 'the second form of two' }),
    ];
    const pay = ({ headers }: Answer) =>
      payOnPage(service, String(headers.location).slice('/pay/'.length), {
        operator: 'mtn_ci',
        phone: '+2250548151600',
      });
    await pay(first);
    const screen = await pay(second);
    expect([screen.status, screen.words.includes('Do not pay again.')]).toEqual([409, true]);
    const { rows } = await service.ctx.pool.query(
      'select count(*)::integer as attempts from attempts join payments on payments.id = payment_id where payment_link_id = $1',
      [link.id],
    );
    expect(rows).toEqual([{ attempts: 1 }]);
    expect(await view(link)).toMatchObject({ status: 200 });
    expect((await view(link)).text).toContain('Already paid');
  });
});

test('guessing addresses is stopped after twenty misses', async () => {
  const limited = await startTestService({ env: { RATE_LIMIT_IP_PER_SECOND: undefined } });
  try {
    const seen = new Set<number>();
    for (let index = 10; index < 40; index++) seen.add((await send(limited.url, `/l/ZZZZZZ${index}`)).status);
    expect(seen).toEqual(new Set([404, 429]));
    const { headers } = await send(limited.url, '/l/ZZZZZZZZ');
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect((await send(limited.url, '/l/ZZZZZZZZ')).text).toContain('/l/ZZZZZZZZ');
  } finally {
    await limited.stop();
  }
});
