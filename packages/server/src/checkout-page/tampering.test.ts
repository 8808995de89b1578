import { setRule } from '@guichet/core/routing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandOf } from '../../../../test-support/actors.ts';
import { startTestService, type TestService } from '../../../../test-support/service.ts';
import { type Checkout, makeCheckout, makeMerchant, retrievePayment } from '../testing/api.ts';
import { send } from '../testing/send.ts';
import { formOf, makeVisitor, payOnPage, postForm, type Screen } from '../testing/visitor.ts';
import { texts as allTexts } from './texts/texts.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const texts = allTexts.en;
const phone = '+2250548151622';

/** Makes a session at the confirmation step, whose payment would await a person's decision in the sandbox. */
async function confirm(): Promise<Checkout & { readonly screen: Screen }> {
  const checkout = await makeCheckout(service);
  const visitor = makeVisitor(service);
  const choose = await visitor.open(`/pay/${checkout.token}`);
  return { ...checkout, screen: await visitor.submit(choose, '/choose', { operator: 'mtn_ci', phone }) };
}

/** The form that a click on Pay sends, with additional fields. */
function clickOn(screen: Screen, more: Readonly<Record<string, string>> = {}): string {
  return new URLSearchParams({ ...formOf(screen, '/pay').fields, ...more }).toString();
}

async function listAttempts(payment_id: string): Promise<Record<string, unknown>[]> {
  const { rows } = await service.ctx.pool.query(
    'select operator, phone, charged_minor from attempts where payment_id = $1',
    [payment_id],
  );
  return rows;
}

describe('a customer cannot pay twice', () => {
  test('by twenty concurrent clicks, which open one attempt', async () => {
    const { token, payment_id, screen } = await confirm();
    const click = clickOn(screen);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => postForm(service, `/pay/${token}/pay`, click)),
    );
    expect(answers.map(({ status, headers }) => [status, headers.location])).toEqual(
      Array.from({ length: 20 }, () => [303, `/pay/${token}`]),
    );
    expect(await listAttempts(payment_id)).toHaveLength(1);
  });

  test('by submitting a confirmation that is still open after paying', async () => {
    const { token, payment_id, screen } = await confirm();
    const visitor = makeVisitor(service);
    const waiting = await visitor.submit(screen, '/pay');
    expect((await visitor.submit(waiting, '/sandbox', { decision: 'approve' })).state).toBe('success');
    expect((await visitor.submit(screen, '/pay')).state).toBe('success');
    expect(
      (await postForm(service, `/pay/${token}/choose`, 'operator=wave_ci&phone=0148151600')).status,
    ).toBe(303);
    expect(await listAttempts(payment_id)).toHaveLength(1);
  });

  test('by confirming after another tab has changed the choice, which is shown instead', async () => {
    const { token, payment_id, screen } = await confirm();
    const visitor = makeVisitor(service);
    await postForm(service, `/pay/${token}/choose`, 'operator=wave_ci&phone=0148151622');
    const shown = await visitor.submit(screen, '/pay');
    expect(shown.state).toBe('confirm');
    expect(shown.words).toContain('Wave');
    expect(await listAttempts(payment_id)).toEqual([]);
    // Without a confirmation of what was shown, nothing is paid either.
    await visitor.submit(shown, '/pay', { confirmation: '' });
    expect(await listAttempts(payment_id)).toEqual([]);
    await visitor.submit(shown, '/pay');
    expect(await listAttempts(payment_id)).toEqual([
      { operator: 'wave_ci', phone: '+2250148151622', charged_minor: 25_250n },
    ]);
  });

  test('by paying before choosing, which leads back to the choice', async () => {
    const { token, payment_id } = await makeCheckout(service);
    const answer = await postForm(service, `/pay/${token}/pay`, '');
    expect([answer.status, answer.headers.location]).toEqual([303, `/pay/${token}?step=confirm`]);
    expect(await listAttempts(payment_id)).toEqual([]);
  });
});

describe('a manipulated or outdated form', () => {
  test('cannot set the amount, the fee or the number', async () => {
    const { token, payment_id, screen } = await confirm();
    const money = { amount: '1', amount_minor: '1', fee: '0', total: '1', charged_minor: '1' };
    const click = clickOn(screen, { ...money, operator: 'mtn_bj', phone: '+2290161481500' });
    await postForm(service, `/pay/${token}/pay`, click);
    expect(await listAttempts(payment_id)).toEqual([{ operator: 'mtn_ci', phone, charged_minor: 25_500n }]);
  });

  test('cannot pay with an operator that was disabled after it was shown', async () => {
    const { merchant_id, key } = await makeMerchant(service, { rules: ['mtn_ci', 'orange_ci'] });
    const { token, payment_id } = await makeCheckout(service, {}, key);
    const visitor = makeVisitor(service);
    const choose = await visitor.open(`/pay/${token}`);
    const screen = await visitor.submit(choose, '/choose', { operator: 'mtn_ci', phone });
    await setRule(service.ctx, commandOf(merchant_id, 'test'), {
      operator: 'mtn_ci',
      fee_percent: '0',
      enabled: false,
    });
    const gone = await visitor.submit(screen, '/pay');
    expect([gone.status, gone.state]).toEqual([422, 'choose']);
    expect(gone.words).toContain(texts.choose_problems.operator.gone);
    expect(gone.text).not.toContain('value="mtn_ci"');
    expect(await listAttempts(payment_id)).toEqual([]);
    expect(
      (await visitor.submit(gone, '/choose', { operator: 'orange_ci', phone: '0748151600' })).state,
    ).toBe('confirm');
  });

  test('charges the fee that was shown, even if it was changed afterwards', async () => {
    const { merchant_id, key } = await makeMerchant(service, { rules: ['mtn_ci'] });
    const { token, payment_id } = await makeCheckout(service, {}, key);
    const visitor = makeVisitor(service);
    const choose = await visitor.open(`/pay/${token}`);
    const screen = await visitor.submit(choose, '/choose', { operator: 'mtn_ci', phone });
    await setRule(service.ctx, commandOf(merchant_id, 'test'), {
      operator: 'mtn_ci',
      fee_percent: '50',
      enabled: true,
    });
    await visitor.submit(screen, '/pay');
    expect(await retrievePayment(service, payment_id, key)).toMatchObject({ fee: 0, charged_amount: 25_000 });
  });

  test('cannot choose an operator that was disabled after it was shown', async () => {
    const { merchant_id, key } = await makeMerchant(service, { rules: ['mtn_ci', 'orange_ci'] });
    const { token } = await makeCheckout(service, {}, key);
    const visitor = makeVisitor(service);
    const choose = await visitor.open(`/pay/${token}`);
    await setRule(service.ctx, commandOf(merchant_id, 'test'), {
      operator: 'mtn_ci',
      fee_percent: '0',
      enabled: false,
    });
    const gone = await visitor.submit(choose, '/choose', { operator: 'mtn_ci', phone });
    expect([gone.status, gone.state]).toEqual([422, 'choose']);
    expect(gone.words).toContain(texts.choose_problems.operator.gone);
    expect(gone.text).not.toContain('value="mtn_ci"');
    // The typed number is kept.
    expect(`+225${formOf(gone, '/choose').fields.phone?.replace(/\s/g, '')}`).toBe(phone);
  });

  test('cannot affect another session’s payment, attempt or token', async () => {
    const theirs = await confirm();
    const { rows } = await service.ctx.pool.query('select merchant_id from payments where id = $1', [
      theirs.payment_id,
    ]);
    const ours = await confirm();
    const fields = clickOn(ours.screen, {
      payment_id: theirs.payment_id,
      session_token: theirs.token,
      token: theirs.token,
      merchant_id: rows[0].merchant_id,
      operator: 'wave_ci',
      phone: '0148151600',
      otp: '123456',
      decision: 'approve',
    });
    for (const verb of ['pay', 'otp', 'resend', 'again', 'choose', 'sandbox', 'cancel']) {
      await postForm(service, `/pay/${ours.token}/${verb}?token=${theirs.token}`, fields);
    }
    expect(await listAttempts(theirs.payment_id)).toEqual([]);
    expect(await retrievePayment(service, theirs.payment_id)).toMatchObject({ status: 'pending' });
    expect(await listAttempts(ours.payment_id)).toHaveLength(1);
  });

  const { operator: of_operator, phone: of_phone } = texts.choose_problems;
  const choices: readonly [what: string, body: string | Uint8Array, problems: readonly string[]][] = [
    ['nothing', '', [of_operator.missing, of_phone.missing]],
    ['an operator that is not offered', 'operator=mpesa_ke&phone=0548151600', [of_operator.gone]],
    ['a name that no operator has', 'operator=__proto__&phone=%2B2250548151600', [of_operator.gone]],
    ['a number that does not exist', 'operator=mtn_ci&phone=12', [of_phone.invalid]],
    [
      'a number of another country',
      'operator=mtn_ci&phone=%2B2290161481500',
      [of_phone.from_country_picked('Benin')],
    ],
    [
      'a number of a country that no operator serves',
      'operator=mtn_ci&phone=%2B33612345678',
      [of_phone.from_country('France')],
    ],
    // Then the number decides, and this one fits no offered operator.
    ['an operator twice', 'operator=mtn_ci&operator=wave_ci&phone=0148151600', [of_operator.missing]],
    ['a number that no operator follows from', 'phone=0148151600', [of_operator.missing]],
    ['a country that does not exist', 'country=%00&phone=0148151600', [of_operator.missing]],
    ['a direct operator that needs a number', 'direct=mtn_ci&phone=', [of_phone.missing]],
    ['a direct operator that is not offered', 'direct=wave_sn&phone=', [of_operator.gone]],
    ['a number twice', 'operator=mtn_ci&phone=0548151600&phone=0548151601', [of_phone.missing]],
    ['a NUL in the operator', 'operator=mtn_ci%00&phone=0548151600', [of_operator.gone]],
    ['a NUL in the number', 'operator=mtn_ci&phone=05481516%0000', [of_phone.invalid]],
    ['a number of 60,000 digits', `operator=mtn_ci&phone=${'0'.repeat(60_000)}`, [of_phone.invalid]],
    ['broken escapes', 'operator=%zz&phone=%', [of_operator.gone, of_phone.invalid]],
    [
      'bytes that are not UTF-8',
      Buffer.concat([Buffer.from('operator='), Buffer.of(0xff, 0xfe)]),
      [of_operator.gone],
    ],
    ['field names that objects inherit', '__proto__=1&constructor=1&toString=1', [of_operator.missing]],
  ];
  test.each(choices)(
    'with %s gets an error at its field, and nothing is saved',
    async (_, body, problems) => {
      const { token } = await makeCheckout(service);
      const answer = await postForm(service, `/pay/${token}/choose`, body);
      expect(answer.status).toBe(422);
      expect(answer.text).toContain('data-state="choose"');
      for (const problem of problems) expect(answer.text).toContain(problem);
      const { rows } = await service.ctx.pool.query(
        'select chosen_operator, chosen_phone from checkout_sessions where token = $1',
        [service.ctx.tokens.handleOf(token)],
      );
      expect(rows).toEqual([{ chosen_operator: null, chosen_phone: null }]);
    },
  );

  test('with an invalid choice is also shown again in another language, whatever was chosen before', async () => {
    const { token } = await makeCheckout(service);
    const visitor = makeVisitor(service);
    const choose = await visitor.open(`/pay/${token}`);
    const confirm = await visitor.submit(choose, '/choose', { operator: 'mtn_ci', phone: '0548151600' });
    expect(confirm.state).toBe('confirm');
    const refused = await visitor.submit(choose, '/choose', { operator: 'mtn_ci', phone: '0548' });
    expect([refused.status, refused.state]).toEqual([422, 'choose']);
    const french = refused.links.find((link) => link.includes('lang=fr'));
    expect((await visitor.open(french ?? '')).state).toBe('choose');
  });

  test.each([
    ['2 MB', 'application/x-www-form-urlencoded', 413],
    ['a form in parts', 'multipart/form-data; boundary=x', 415],
    ['text', 'text/plain', 415],
  ])('with %s as its body gets a page without a stack trace', async (what, type, status) => {
    const { token } = await makeCheckout(service);
    const body = what === '2 MB' ? `operator=${'a'.repeat(2_000_000)}` : 'operator=mtn_ci';
    const answer = await postForm(service, `/pay/${token}/choose`, body, { 'content-type': type });
    expect(answer.status).toBe(status);
    expect(answer.text).toContain('data-state="refused"');
    expect(answer.text).toContain(`href="/pay/${token}"`);
  });
});

describe('the origin of a form', () => {
  const foreign: readonly [what: string, headers: Record<string, string>][] = [
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling domain', { 'sec-fetch-site': 'same-site' }],
    ['another site, in an old browser', { 'sec-fetch-site': '', origin: 'https://evil.example' }],
    ['a site whose origin begins like ours', { 'sec-fetch-site': '', origin: 'http://127.0.0.1' }],
  ];
  test.each(foreign)('is refused at every step if it is %s', async (_, given) => {
    const { token, payment_id } = await confirm();
    for (const verb of ['choose', 'pay', 'otp', 'resend', 'again', 'cancel', 'sandbox']) {
      const answer = await send(service.url, `/pay/${token}/${verb}`, {
        method: 'POST',
        body: 'operator=wave_ci&phone=0148151600&otp=123456&decision=approve',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== '')),
        },
      });
      expect(answer.status).toBe(403);
      expect(answer.text).toContain('data-state="refused"');
    }
    expect(await retrievePayment(service, payment_id)).toMatchObject({ status: 'pending' });
    expect(await listAttempts(payment_id)).toEqual([]);
  });

  test.each([
    ['our own page', { origin: 'SELF' }],
    ['our own page, without a referrer', { origin: 'null' }],
    ['no browser at all', {}],
    ['a URL that a person typed', { 'sec-fetch-site': 'none' }],
  ])('is accepted if it is %s', async (_, given: Record<string, string>) => {
    const { token } = await makeCheckout(service);
    const headers = given.origin === 'SELF' ? { origin: service.url } : given;
    const answer = await send(service.url, `/pay/${token}/choose`, {
      method: 'POST',
      body: 'operator=wave_ci&phone=0148151600',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });
    expect([answer.status, answer.headers.location]).toEqual([303, `/pay/${token}?step=confirm`]);
  });
});

test('whatever a form contains, the response is a page and never a server error', {
  timeout: 60_000,
}, async () => {
  const { token } = await makeCheckout(service);
  await payOnPage(service, token, { operator: 'mtn_ci', phone: '+2250548151601' });
  const value = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('mtn_ci', '0548151600', '123456', 'approve', '\u0000', '%', '__proto__'),
  );
  const name = fc.oneof(fc.constantFrom('operator', 'phone', 'otp', 'decision', '__proto__'), fc.string());
  const body = fc.oneof(
    fc
      .array(fc.tuple(name, value), { maxLength: 6 })
      .map((fields) => fields.map((pair) => pair.map(encode).join('=')).join('&')),
    fc.string({ unit: 'binary' }),
    fc.uint8Array({ maxLength: 100 }),
  );
  const verb = fc.constantFrom('choose', 'pay', 'otp', 'resend', 'again', 'cancel', 'sandbox');
  const query = fc.oneof(
    fc.constant(''),
    fc.webQueryParameters().map((text) => `?${text}`),
    fc.constantFrom('?lang=fr&lang=en', '?step=confirm', '?otp=refused', '?otp=sent', '?lang[]=fr'),
  );
  const language = fc.string({ unit: fc.constantFrom(...'frendq=;,*-0.1 ') });
  const property = fc.asyncProperty(
    fc.array(fc.record({ verb, query, body, language }), { minLength: 10, maxLength: 10 }),
    async (attacks) => {
      const answers = await Promise.all(
        attacks.map(async (one) => {
          await send(service.url, `/pay/${token}${one.query}`, {
            headers: { 'accept-language': one.language },
          });
          return postForm(service, `/pay/${token}/${one.verb}${one.query}`, one.body, {
            'accept-language': one.language,
          });
        }),
      );
      for (const { status, headers, text } of answers) {
        expect(status).toBeLessThan(500);
        if (status === 303) expect(headers.location).toMatch(new RegExp(`^/pay/${token}(\\?|$)`));
        else expect(text).toMatch(/data-state="(choose|confirm|refused)"/);
      }
    },
  );
  await fc.assert(property, { numRuns: 40, interruptAfterTimeLimit: 50_000, markInterruptAsFailure: true });
  expect(service.logs.filter(({ level }) => level === 'error')).toEqual([]);
});

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
