import { disconnectTill, removeCashier, renewPairingCode, renewPin } from '@guichet/core/accounts';
import { referenceOf } from '@guichet/core/serving';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandOf } from '../../../../test-support/actors.ts';
import { startTestService, type TestService } from '../../../../test-support/service.ts';
import { makeMerchant } from '../testing/api.ts';
import { send } from '../testing/send.ts';
import { payOnPage, postForm } from '../testing/visitor.ts';
import { type Device, makeDevice, type OpenTill, openTill } from './testing/open-till.ts';
import { counter_texts } from './texts/texts.ts';

let service: TestService;
let merchant_id: string;
beforeAll(async () => {
  // Its own service: codes are limited for all addresses together.
  service = await startTestService();
  merchant_id = await makeShop();
});
afterAll(() => service.stop());

async function makeShop(): Promise<string> {
  const made = await makeMerchant(service, {
    name: 'Boutique Aya',
    rules: ['mtn_ci', 'orange_ci', 'wave_ci'],
  });
  return made.merchant_id;
}

const commander = () => commandOf(merchant_id);
const stateOf = ({ text }: { readonly text: string }) => /<main[^>]* data-state="([\w-]+)"/.exec(text)?.[1];
const sayIn = ({ text }: { readonly text: string }) => /<main[^>]* data-say="([^"]*)"/.exec(text)?.[1];
const problemIn = ({ text }: { readonly text: string }) => /class="problem"[^>]*>([^<]*)/.exec(text)?.[1];

let forms = 0;
async function take(device: Device, amount: string, note = '') {
  const taken = await device.post('/caisse/payments', { form: `a form of its own ${++forms}`, amount, note });
  return { ...taken, id: taken.path.split('/').at(-1) ?? '' };
}

/** Waits until the page of a payment shows a state. */
async function waitForState(device: Device, id: string, state: string) {
  for (;;) {
    const shown = await device.get(`/caisse/payments/${id}`);
    if (stateOf(shown) === state) return shown;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe('a till', () => {
  test('takes a payment with the number typed by the cashier, and says what has arrived', async () => {
    const { device } = await openTill(service, merchant_id);
    const taken = await take(device, '25 000', ' Pagne\twax ');
    expect([taken.status, stateOf(taken)]).toEqual([200, 'waiting']);
    expect(taken.text).toContain('Pagne wax');
    const asked = await device.post(`/caisse/payments/${taken.id}/ask`, { phone: '05 04 03 02 00' });
    expect(['asked', 'paid']).toContain(stateOf(asked));
    const paid = await waitForState(device, taken.id, 'paid');
    expect(sayIn(paid)).toBe('Test mode: no real money. 25000 francs received. MTN MoMo.');
    // Whoever steals the till must not learn the customers' numbers.
    expect(paid.text).toContain('+22505******00');
    expect(paid.text).not.toContain('04 03 02');
    const { text } = await device.get('/caisse/shift');
    expect(text).toMatch(/MTN MoMo<\/th><td>1<\/td><td>25.000.F.CFA/);
  });

  test('takes a payment on the customer’s own phone, which goes to the receipt', async () => {
    const { device } = await openTill(service, merchant_id);
    const { id, text } = await take(device, '700');
    const short_code = /short-code"[^>]*>([^<]+)/.exec(text)?.[1] ?? '';
    const entered = await postForm(service, '/pay', new URLSearchParams({ code: short_code }).toString());
    const token = /\/pay\/([^?]+)/.exec(String(entered.headers.location))?.[1] ?? '';
    const done = await payOnPage(service, token, { operator: 'wave_ci', phone: '+2250504031200' });
    expect(done.words).toMatch(/700 F CFA/);
    expect(sayIn(await waitForState(device, id, 'paid'))).toBe(
      'Test mode: no real money. 700 francs received. Wave.',
    );
    const { rows } = await service.ctx.pool.query(
      'select return_url, cancel_url from payments where id = $1',
      [id],
    );
    expect(rows[0]).toEqual({
      return_url: `${service.ctx.public_url}/r/${referenceOf(id)}`,
      cancel_url: null,
    });
  });

  test('shows a refused payment as not paid, and asks again with another number', async () => {
    const { device } = await openTill(service, merchant_id);
    const { id } = await take(device, '900');
    await device.post(`/caisse/payments/${id}/ask`, { phone: '0504030201' });
    const failed = await waitForState(device, id, 'failed');
    expect([sayIn(failed), failed.text.includes('Not enough money')]).toEqual(['', true]);
    await device.post(`/caisse/payments/${id}/ask`, { phone: '0504030200' });
    expect(sayIn(await waitForState(device, id, 'paid'))).toBe(
      'Test mode: no real money. 900 francs received. MTN MoMo.',
    );
  });

  test.each([
    ['', 'Enter an amount.'],
    ['abc', 'Enter an amount in figures.'],
    ['0', 'Enter an amount in figures.'],
    ['-5000', 'Enter an amount in figures.'],
    ['12.5', 'This amount has too many decimals.'],
    ['1e3', 'Enter an amount in figures.'],
    ['99999999999', /at most 10.000.000/],
    ['<b>5000', 'Enter an amount in figures.'],
  ])('does not take the amount %j', async (amount, sentence) => {
    const { device } = await openTill(service, merchant_id);
    const answer = await device.post('/caisse/payments', { form: 'a form of its own', amount, note: '<i>' });
    expect([answer.status, stateOf(answer)]).toEqual([422, 'keypad']);
    expect(problemIn(answer)).toMatch(sentence);
    expect(answer.text).toContain('value="&lt;i&gt;"');
  });

  test('makes one payment of a form that is submitted three times', async () => {
    const { device } = await openTill(service, merchant_id);
    const fields = { form: 'submitted three times', amount: '500', note: '' };
    const answers = await Promise.all([1, 2, 3].map(() => device.post('/caisse/payments', fields)));
    expect(new Set(answers.map(({ path }) => path)).size).toBe(1);
  });

  test('asks for the operator if it does not follow from the number', async () => {
    const { device } = await openTill(service, merchant_id);
    const { id } = await take(device, '800');
    const asked = await device.post(`/caisse/payments/${id}/ask`, { phone: '+221770000000' });
    expect([asked.status, problemIn(asked)]).toEqual([422, 'Choose the customer’s operator.']);
    const wrong = await device.post(`/caisse/payments/${id}/ask`, { phone: '12', operator: 'mtn_ci' });
    expect([wrong.status, problemIn(wrong)]).toEqual([
      422,
      'This is not a mobile number. Check it with the customer.',
    ]);
  });

  test('cancels a payment, but not one that is asked for', async () => {
    const { device } = await openTill(service, merchant_id);
    const { id } = await take(device, '600');
    expect(stateOf(await device.post(`/caisse/payments/${id}/cancel`, {}))).toBe('cancelled');
    const { id: other } = await take(device, '650');
    // Approved after ten seconds.
    await device.post(`/caisse/payments/${other}/ask`, { phone: '0504030210' });
    expect(stateOf(await device.post(`/caisse/payments/${other}/cancel`, {}))).toBe('asked');
  });

  test('closes a shift with a sheet, which is shown at this till only', async () => {
    const { device } = await openTill(service, merchant_id);
    const { id } = await take(device, '5000');
    await device.post(`/caisse/payments/${id}/ask`, { phone: '0504030200' });
    await waitForState(device, id, 'paid');
    const sheet = await device.post('/caisse/shift/close', {});
    expect([sheet.status, stateOf(sheet)]).toEqual([200, 'sheet']);
    expect(sheet.text).toMatch(/<td>1<\/td><td>5.000.F.CFA<\/td><\/tr><\/tfoot>/);
    // Nobody is signed in any more.
    expect(stateOf(await device.get('/caisse'))).toBe('sign-in');
    expect(stateOf(await device.get(`/caisse/payments/${id}`))).toBe('sign-in');
    const { device: other } = await openTill(service, merchant_id);
    expect((await other.get(sheet.path)).status).toBe(404);
    await service.ctx.pool.query(
      `update shifts set closed_at = closed_at - interval '16 minutes' where id = $1`,
      [sheet.path.split('/').at(-1)],
    );
    expect((await device.get(sheet.path)).status).toBe(404);
  });

  test('counts with two decimals where the currency has them', async () => {
    const { device } = await openTill(service, merchant_id, { currency: 'GHS' });
    expect((await device.get('/caisse')).text).toContain('data-key="."');
    const { text } = await take(device, '12,50');
    expect(text).toMatch(/12\.50/);
  });

  test('is installed from its manifest, whose icon exists', async () => {
    const manifest = await send(service.url, '/caisse/app.webmanifest');
    const { start_url, display, icons } = JSON.parse(manifest.text);
    expect([start_url, display]).toEqual(['/caisse', 'standalone']);
    expect((await send(service.url, icons[0].src)).headers['content-type']).toMatch('image/svg+xml');
    const page = await send(service.url, '/caisse');
    expect(page.text).toContain('href="/caisse/app.webmanifest"');
    expect(page.headers['content-security-policy']).toContain("manifest-src 'self'");
  });

  test('says in each language who is asked, and needs at most 14,000 bytes', async () => {
    for (const language of ['en', 'fr', 'pt', 'sw', 'ar'] as const) {
      const { device } = await openTill(service, merchant_id, { language });
      const note = 'مرحبا Zoé '.repeat(8);
      for (let count = 0; count < 8; count++) await take(device, '9999999', note);
      const gzip = { 'accept-encoding': 'gzip' };
      const { id, text } = await take(device, '8888888', note);
      expect(text).toContain(counter_texts[language].scan);
      const sizes = await Promise.all(
        ['/caisse', `/caisse/payments/${id}`, '/caisse/shift'].map(async (path) =>
          Number((await device.get(path, gzip)).headers['content-length']),
        ),
      );
      expect(Math.max(...sizes)).toBeLessThan(14_000);
    }
  });
});

describe('somebody else', () => {
  let open: OpenTill;
  beforeAll(async () => {
    open = await openTill(service, merchant_id);
  });

  test('sees nothing without a paired device', async () => {
    const { id } = await take(open.device, '500');
    const stranger = makeDevice(service);
    for (const path of ['/caisse', `/caisse/payments/${id}`, '/caisse/shift']) {
      const shown = await stranger.get(path);
      expect(stateOf(shown)).toBe('pair');
      expect(shown.text).not.toContain('Boutique Aya');
    }
    expect((await stranger.get('/caisse/events')).status).toBe(204);
    const forged = makeDevice(service, 'guichet_till=x; guichet_cashier=x');
    const shown = await forged.get('/caisse');
    expect(shown.text).toContain('no longer connected');
  });

  test('cannot use the cashier’s cookie at another till', async () => {
    const other = await openTill(service, merchant_id);
    const [till] = other.device.cookie().split('; ');
    const cashier = /guichet_cashier=[^;]+/.exec(open.device.cookie())?.[0];
    const mixed = makeDevice(service, `${till}; ${cashier}`);
    expect(stateOf(await mixed.get('/caisse'))).toBe('sign-in');
    expect(stateOf(await other.device.get('/caisse'))).toBe('keypad');
  });

  test('sees no payment of another shift, and no till of another merchant’s cashier', async () => {
    const { id } = await take(open.device, '500');
    const other = await openTill(service, merchant_id);
    expect((await other.device.get(`/caisse/payments/${id}`)).status).toBe(404);
    for (const step of ['ask', 'cancel']) {
      expect(
        (await other.device.post(`/caisse/payments/${id}/${step}`, { phone: '0504030200' })).status,
      ).toBe(404);
    }
    const foreign = await openTill(service, await makeShop(), { signs_in: false });
    const refused = await foreign.device.post('/caisse/sign-in', { cashier: open.cashier_id, pin: open.pin });
    expect([refused.status, problemIn(refused)]).toEqual([
      422,
      'You can no longer sign in here. Ask the owner.',
    ]);
  });

  test('cannot submit a form of the till from another site', async () => {
    const body = new URLSearchParams({ form: 'from another site', amount: '500', note: '' }).toString();
    const headers = { cookie: open.device.cookie(), 'sec-fetch-site': 'cross-site' };
    expect((await postForm(service, '/caisse/payments', body, headers)).status).toBe(403);
  });

  test('is locked out after ten wrong PINs, until the owner gives a new one', async () => {
    const {
      device,
      cashier_id: cashier,
      pin,
      till_id,
    } = await openTill(service, merchant_id, { signs_in: false });
    const wrong = pin === '000000' ? '000001' : '000000';
    const notes: (string | undefined)[] = [];
    for (let count = 0; count < 11; count++) {
      // From the fifth, each further one needs a pause.
      await service.ctx.pool.query(
        `update cashiers set failed_at = failed_at - interval '61 s' where id = $1`,
        [cashier],
      );
      notes.push(problemIn(await device.post('/caisse/sign-in', { cashier, pin: wrong })));
    }
    expect(notes.slice(0, 2)).toEqual(['Wrong PIN. 9 tries are left.', 'Wrong PIN. 8 tries are left.']);
    expect(notes.slice(-2)).toEqual(Array(2).fill('Too many wrong PINs. Ask the owner for a new PIN.'));
    expect((await device.post('/caisse/sign-in', { cashier, pin })).status).toBe(422);
    const { pin: renewed } = await renewPin(service.ctx, commander(), cashier);
    expect(stateOf(await device.post('/caisse/sign-in', { cashier, pin: renewed }))).toBe('keypad');
    await disconnectTill(service.ctx, commander(), { id: till_id });
  });

  test('can do nothing with a stolen till once it is disconnected', async () => {
    const { device, till_id } = await openTill(service, merchant_id);
    const { id } = await take(device, '500');
    await disconnectTill(service.ctx, commander(), { id: till_id });
    const shown = await device.get(`/caisse/payments/${id}`);
    expect([stateOf(shown), shown.text.includes('no longer connected')]).toEqual(['pair', true]);
    expect(
      stateOf(await device.post('/caisse/payments', { form: 'a stolen till', amount: '500', note: '' })),
    ).toBe('pair');
    // The shift goes on when the owner pairs another device.
    const { code } = await renewPairingCode(service.ctx, commander(), till_id);
    const next = makeDevice(service);
    expect(stateOf(await next.post('/caisse/pair', { code: code.toLowerCase().replace('-', ' ') }))).toBe(
      'sign-in',
    );
    expect((await makeDevice(service).post('/caisse/pair', { code })).status).toBe(422);
  });

  test('is signed out when the cashier is removed', async () => {
    const { device, cashier_id } = await openTill(service, merchant_id);
    await removeCashier(service.ctx, commander(), cashier_id);
    const shown = await device.get('/caisse');
    expect(stateOf(shown)).toBe('sign-in');
    expect(shown.text).not.toContain(cashier_id);
  });

  test('may close another cashier’s shift only knowingly', async () => {
    const { device } = open;
    const { cashier_id: cashier, pin } = await openTill(service, merchant_id, { signs_in: false });
    await device.post('/caisse/lock', {});
    const other = await device.post('/caisse/sign-in', { cashier, pin });
    expect([other.status, other.text.includes('has been open since')]).toEqual([409, true]);
    const closes = /name="closes" value="([^"]+)"/.exec(other.text)?.[1] ?? '';
    expect(stateOf(await device.post('/caisse/sign-in', { cashier, pin, closes }))).toBe('keypad');
  });
});

describe('the events of a till', () => {
  /** Reads events until one has the state. */
  async function listenFor(device: Device, state: string): Promise<string[]> {
    const seen: string[] = [];
    const answer = await fetch(`${service.url}/caisse/events`, { headers: { cookie: device.cookie() } });
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    for (let text = ''; reader; ) {
      const { value, done } = await reader.read();
      if (done) break;
      text += value;
      const events = text.split('\n\n');
      text = events.pop() ?? '';
      seen.push(...events);
      if (events.some((event) => event.includes(`"state":"${state}"`))) break;
    }
    await reader?.cancel();
    return seen;
  }

  test('say that they are heard, then what became of each payment', async () => {
    const { device } = await openTill(service, merchant_id);
    const { id } = await take(device, '1500');
    const heard = listenFor(device, 'paid');
    await device.post(`/caisse/payments/${id}/ask`, { phone: '0504030200' });
    const events = await heard;
    expect(events.some((event) => event.includes('event: beat'))).toBe(true);
    expect(events.at(-1)).toBe(
      `event: payment\ndata: {"id":"${id}","state":"paid","say":"Test mode: no real money. 1500 francs received. MTN MoMo."}`,
    );
    expect(events.filter((event) => event.includes('"paid"'))).toHaveLength(1);
    // What changed while the till did not listen is told when it listens again.
    expect((await listenFor(device, 'paid')).at(-1)).toBe(events.at(-1));
  });
});
