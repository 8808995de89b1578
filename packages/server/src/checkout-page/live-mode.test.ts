import type { Caller } from '@guichet/core/accounts';
import { setRule } from '@guichet/core/routing';
import { inquireAboutAttempt, listAttempts, noteCall, open_for_ms } from '@guichet/core/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { commandOf } from '../../../../test-support/actors.ts';
import { type Checkout, makeCaller, makeCheckout } from '../../../../test-support/checkouts.ts';
import { type LiveService, startLiveService } from '../testing/live-service.ts';
import { formOf, makeVisitor, type Screen, type Visitor } from '../testing/visitor.ts';
import { formatWait } from './format.ts';
import { languages, texts } from './texts/texts.ts';

const apart_s = 30;
let service: LiveService;
beforeAll(async () => {
  service = await startLiveService({ same_payment_apart_s: apart_s });
});
afterAll(() => service.stop());

let caller: Caller & { key: string };
let checkout: Checkout;
let account_id: string;
let name: string;
let round = 0;
let visitor: Visitor;
beforeEach(async () => {
  const { ctx, live } = service;
  caller = await makeCaller(ctx, 'live');
  name = `p${++round}`;
  const services = [
    {},
    { operator: 'wave_ci' },
    { operator: 'orange_bf', code_first: { dial: '*144*4*6*{amount}#' } },
  ];
  account_id = await live.addAccount(ctx, caller.merchant_id, { name, services });
  const abroad = { operator: 'orange_bf', fee_percent: '0', enabled: true };
  await setRule(ctx, commandOf(caller.merchant_id, 'live'), abroad);
  checkout = await makeCheckout(ctx, caller, { cancel_url: 'https://shop.example/cart' });
  visitor = makeVisitor(service);
});

const phones: Readonly<Record<string, string>> = {
  mtn_ci: '+2250504030200',
  wave_ci: '+2250704030200',
  orange_bf: '+22674030200',
};
async function confirm(operator = 'mtn_ci'): Promise<Screen> {
  const choose = await visitor.open(`/pay/${checkout.token}?step=choose`);
  return visitor.submit(choose, '/choose', { operator, phone: phones[operator] ?? '' });
}
const asked = () => service.live.calls.filter(({ account }) => account === name);

async function api(path: string, body?: object) {
  const answer = await fetch(`${service.url}/api/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${caller.key}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Answer };
}
interface Answer {
  readonly code?: string;
  readonly errors: Record<string, string[]> | null;
  readonly data: {
    readonly operators: { readonly code: string; readonly code_first: { readonly dial: string } | null }[];
    readonly payment: { status: string };
  };
}

describe('an operator that requires a code in advance', () => {
  test('is shown with instructions for getting a code for the total, and receives the code with the payment', async () => {
    await setRule(service.ctx, commandOf(caller.merchant_id, 'live'), {
      operator: 'orange_bf',
      fee_percent: '2',
      enabled: true,
    });
    const screen = await confirm('orange_bf');
    expect(screen.state).toBe('confirm');
    expect(screen.words).toContain(
      'Dial *144*4*6*5100# on the phone that will pay, then enter the code you get.',
    );
    expect(screen.links).toContain('tel:*144*4*6*5100%23');
    const paid = await visitor.submit(screen, '/pay', { otp: '12 34 56' });
    expect(paid.state).toBe('success');
    expect(asked()).toMatchObject([{ body: { amount_minor: '5100', otp: '123456' } }]);
  });

  test.each(['', '1', '<b>', '0123456789012'])(
    'receives no request with the code %j, and the form is shown again',
    async (otp) => {
      const again = await visitor.submit(await confirm('orange_bf'), '/pay', { otp });
      expect({ status: again.status, state: again.state }).toEqual({ status: 422, state: 'confirm' });
      expect(again.words).toContain(texts.en.otp_wrong);
      expect(again.words).toMatch(new RegExp(`${texts.en.otp_dial_again} [*][0-9*]+#`));
      expect(again.text).toContain('aria-invalid="true"');
      expect(asked()).toEqual([]);
      const paid = await visitor.submit(again, '/pay', { otp: '123456' });
      expect(paid.state).toBe('success');
    },
  );

  test('adds its code field to no other operator’s form', async () => {
    expect(formOf(await confirm('mtn_ci'), '/pay').html).not.toContain('otp');
  });

  test('has its dial code in the API, which refuses a payment without the code', async () => {
    const { token } = checkout;
    const { data } = (await api(`/checkout/${token}`)).body;
    const codes = data.operators.map(({ code, code_first }) => [code, code_first?.dial ?? null]);
    expect(Object.fromEntries(codes)).toEqual({ mtn_ci: null, orange_bf: '*144*4*6*5000#', wave_ci: null });
    const refused = await api(`/checkout/${token}/pay`, { operator: 'orange_bf', phone: phones.orange_bf });
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: { otp: [expect.stringContaining('*5000#')] } },
    });
    const paid = await api(`/checkout/${token}/pay`, {
      operator: 'orange_bf',
      phone: phones.orange_bf,
      otp: '123456',
    });
    expect(paid.body.data.payment.status).toBe('success');
  });
});

describe('a payment that is repeated too soon', () => {
  beforeEach(async () => {
    service.live.answer(name, 'collect', { kind: 'failed', reason: 'wrong_pin', operator_code: 'x' });
    expect((await visitor.submit(await confirm(), '/pay')).state).toBe('failed');
    service.live.answer(name, 'collect', { kind: 'settled' });
  });

  test('shows how long to wait, sends nothing, and can be submitted afterwards', async () => {
    service.ctx.clock.advance(3_000);
    const early = await visitor.submit(await confirm(), '/pay');
    expect({ status: early.status, state: early.state }).toEqual({ status: 409, state: 'confirm' });
    expect(early.headers['retry-after']).toBe('27');
    expect(early.words).toContain(texts.en.confirm_too_soon('MTN MoMo', '27 seconds'));
    expect(asked()).toHaveLength(1);
    service.ctx.clock.advance(27_000);
    expect((await visitor.submit(early, '/pay')).state).toBe('success');
    expect(asked()).toHaveLength(2);
  });

  test.each(languages)('is explained in %s', async (language) => {
    visitor = makeVisitor(service, language);
    const early = await visitor.submit(await confirm(), '/pay');
    expect(early.words).toContain(
      // `words` has plain spaces instead of no-break spaces.
      texts[language].confirm_too_soon('MTN MoMo', formatWait(apart_s, language).replaceAll('\u00a0', ' ')),
    );
  });

  test('gets the same error from the API', async () => {
    const { token } = checkout;
    const early = await api(`/checkout/${token}/pay`, { operator: 'mtn_ci', phone: phones.mtn_ci });
    expect(early).toMatchObject({ status: 409, body: { code: 'payment_too_soon' } });
    expect(early.headers.get('retry-after')).toBe(String(apart_s));
    const other = await api(`/checkout/${token}/pay`, { operator: 'wave_ci', phone: phones.wave_ci });
    expect(other.body.data.payment.status).toBe('success');
  });
});

describe('while the customer approves', () => {
  test('the hint for getting the prompt back comes from the account’s provider', async () => {
    const action = { kind: 'prompt', dial: '*555*6#' } as const;
    service.live.answer(name, 'collect', { kind: 'pending', action });
    const waiting = await visitor.submit(await confirm(), '/pay');
    expect({ state: waiting.state, words: waiting.words }).toEqual({
      state: 'waiting',
      words: expect.stringContaining('*555*6#'),
    });
  });

  test('no phone is mentioned while the operator’s page is awaited', async () => {
    service.live.answer(name, 'collect', { kind: 'pending', action: null });
    const waiting = await visitor.submit(await confirm('wave_ci'), '/pay');
    expect(waiting.state).toBe('waiting');
    expect(waiting.words).toContain(texts.en.waiting_moment('Wave'));
    expect(waiting.words).not.toContain(texts.en.waiting_title);
  });

  test('a customer who returns from the operator’s page waits for the outcome, with the link below', async () => {
    const action = { kind: 'redirect', url: 'https://pay.operator.example/c/1' } as const;
    service.live.answer(name, 'collect', { kind: 'pending', action });
    expect((await visitor.submit(await confirm('wave_ci'), '/pay')).state).toBe('redirect');
    const return_url = `${service.ctx.public_url}/pay/${checkout.token}?returned=1`;
    expect(asked()).toMatchObject([{ body: { return_url } }]);
    const back = await visitor.open(`/pay/${checkout.token}?returned=1`);
    expect(back.state).toBe('waiting');
    expect(back.words).toContain(texts.en.waiting_moment('Wave'));
    expect(back.links).toContain(action.url);
    // The language links keep the customer there, too.
    expect(back.links).toContain(`/pay/${checkout.token}?returned=1&lang=fr`);
    expect((await visitor.open(`/pay/${checkout.token}`)).state).toBe('redirect');
  });

  test('the operator’s page stays within reach while the operator does not respond to inquiries', async () => {
    const action = { kind: 'redirect', url: 'https://pay.operator.example/c/1' } as const;
    service.live.answer(name, 'collect', { kind: 'pending', action });
    await visitor.submit(await confirm('wave_ci'), '/pay');
    const [attempt] = await listAttempts(service.ctx.db, checkout.merchant_id, checkout.payment_id);
    service.live.answer(name, 'lookup', { kind: 'unknown', cause: 'timeout' });
    const key = { merchant_id: checkout.merchant_id, attempt_id: attempt?.id ?? '' };
    await expect.poll(() => inquireAboutAttempt(service.ctx, key)).toBe(true);
    expect((await visitor.open(`/pay/${checkout.token}`)).links).toContain(action.url);
    const back = await visitor.open(`/pay/${checkout.token}?returned=1`);
    expect(back.words).toContain(texts.en.unknown_do_not);
  });
});

describe('an unresponsive operator', () => {
  beforeEach(async () => {
    const key = { merchant_id: caller.merchant_id, account_id, operator: 'mtn_ci' };
    for (let count = 0; count < 5; count++) {
      await noteCall(service.ctx, key, { kind: 'unknown', cause: 'server_error' });
    }
  });

  test('is listed last, with a note', async () => {
    const choose = await visitor.open(`/pay/${checkout.token}`);
    expect(choose.words).toMatch(/MTN MoMo Not responding right now/);
    expect(choose.words.indexOf('MTN MoMo')).toBeGreaterThan(choose.words.indexOf('Wave'));
  });

  test('is refused before anything is sent, and others are offered', async () => {
    const refused = await visitor.submit(await confirm(), '/pay');
    expect({ status: refused.status, state: refused.state }).toEqual({ status: 422, state: 'choose' });
    expect(refused.words).toContain(texts.en.choose_problems.operator.down);
    expect(asked()).toEqual([]);
    const { merchant_id, payment_id } = checkout;
    expect(await listAttempts(service.ctx.db, merchant_id, payment_id)).toEqual([]);
    const other = await visitor.submit(refused, '/choose', {
      operator: 'wave_ci',
      phone: phones.wave_ci ?? '',
    });
    expect((await visitor.submit(other, '/pay')).state).toBe('success');
  });

  test('is not chosen for a number with its prefix; others are offered, and the number is kept', async () => {
    const choose = await visitor.open(`/pay/${checkout.token}`);
    const again = await visitor.submit(choose, '/choose', { phone: '05 04 03 02 00' });
    expect({ status: again.status, state: again.state }).toEqual({ status: 422, state: 'choose' });
    expect(again.words).toContain(texts.en.choose_problems.operator.down);
    expect(formOf(again, '/choose').fields).toMatchObject({ phone: expect.stringContaining('05') });
    expect(formOf(again, '/choose').fields).not.toHaveProperty('operator');
  });

  test('is refused by the API with a code, and listed as unavailable', async () => {
    const refused = await api(`/checkout/${checkout.token}/pay`, {
      operator: 'mtn_ci',
      phone: phones.mtn_ci,
    });
    expect(refused).toMatchObject({ status: 409, body: { code: 'operator_unavailable' } });
    const list = (await api('/operators')).body.data as unknown as { items: object[] };
    expect(list.items.find((item) => 'code' in item && item.code === 'mtn_ci')).toMatchObject({
      availability: { available: false },
    });
  });

  test('is called again after half a minute', async () => {
    service.ctx.clock.advance(open_for_ms);
    expect((await visitor.submit(await confirm(), '/pay')).state).toBe('success');
  });
});

describe('an operator with its own page', () => {
  const url = 'https://pay.operator.example/c/cos-1?a=1&b=%22';
  const redirect = (to: string) =>
    service.live.answer(name, 'collect', { kind: 'pending', action: { kind: 'redirect', url: to } });

  test('is reached through a link', async () => {
    redirect(url);
    const screen = await visitor.submit(await confirm('wave_ci'), '/pay');
    expect(screen.state).toBe('redirect');
    expect(screen.links).toContain(url);
  });

  test.each(['javascript:alert(1)', 'data:text/html,<b>', 'nowhere', 'ftp://x.example/'])(
    'never makes the hosted page link to %s',
    async (to) => {
      redirect(to);
      const screen = await visitor.submit(await confirm('wave_ci'), '/pay');
      expect(screen.state).toBe('waiting');
      expect(screen.text).not.toContain(to);
      const { payment } = (await api(`/checkout/${checkout.token}`)).body.data;
      expect(payment).toMatchObject({ status: 'processing', action: null });
    },
  );
});
