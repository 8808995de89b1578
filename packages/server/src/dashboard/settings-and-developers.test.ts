import { createMerchant } from '@guichet/core/accounts';
import { createEndpoint } from '@guichet/core/events';
import type { Role } from '@guichet/core/platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command, commandOf } from '../../../../test-support/actors.ts';
import { makePng } from '../../../../test-support/logos.ts';
import { type Receiver, startReceiver } from '../../../../test-support/receiver.ts';
import { startTestService, type TestService } from '../../../../test-support/service.ts';
import { callApi, makeCheckout } from '../testing/api.ts';
import { payOnPage } from '../testing/visitor.ts';
import { visitAs } from './testing/visit.ts';

let service: TestService;
let receiver: Receiver;
let owner: Staff;
let viewer: Staff;
/** Owner of another merchant. */
let stranger: Staff;
beforeAll(async () => {
  service = await startTestService({ env: { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' } });
  receiver = await startReceiver();
  const { merchant_id } = service.demo;
  owner = await signIn(merchant_id, 'owner');
  viewer = await signIn(merchant_id, 'viewer');
  stranger = await signIn(
    (await createMerchant(service.ctx, command, { name: 'Other', country: 'BJ' })).id,
    'owner',
  );
}, 60_000);
afterAll(async () => {
  await receiver.close();
  await service.stop();
});

interface Answer {
  readonly status: number;
  readonly code?: string;
  readonly errors?: unknown;
  // biome-ignore lint/suspicious/noExplicitAny: tests inspect responses of any shape.
  readonly data: any;
}
type Staff = (method: string, path: string, body?: unknown, mode?: 'test' | 'live') => Promise<Answer>;

async function signIn(merchant_id: string, role: Role): Promise<Staff> {
  const visit = await visitAs(service, role, merchant_id);
  // Merchants other than the demo merchant require a second factor in live mode.
  await service.database.pool.query('update staff_sessions set second_factor = true where user_id = $1', [
    visit.id,
  ]);
  return async (method, path, body, mode = 'test') => {
    const sent = method === 'GET' ? {} : { body: body ?? {} };
    const { status, body: came } = await visit.send(method, `/api/${merchant_id}/${mode}${path}`, sent);
    return { status, ...came };
  };
}

describe('branding', () => {
  it.each([
    ['', '#1D4ED8', 6.7, true, '#ffffff'],
    ['#0055aa', '#0055AA', 7.29, true, '#ffffff'],
    ['#ffcc00', '#FFCC00', 1.51, false, '#000000'],
    ['#FFFFFF', '#FFFFFF', 1, false, '#000000'],
    ['#000000', '#000000', 21, true, '#ffffff'],
    ['#767676', '#767676', 4.54, true, '#000000'],
    ['#777777', '#777777', 4.47, false, '#000000'],
  ])(
    'with the color %j is previewed with its contrast',
    async (color, shown, ratio, is_enough, text_color) => {
      const query = new URLSearchParams({ primary_color: color, nonce: 'abc123', language: 'fr' });
      const { data } = await viewer('GET', `/settings/preview?${query}`);
      expect(data).toMatchObject({
        primary_color: shown,
        contrast: { ratio, is_enough, least: 4.5 },
        text_color,
      });
      for (const template of ['default', 'abidjan', 'cotonou']) {
        expect(data.templates[template].toUpperCase()).toContain(`--CHECKOUT-PRIMARY:${shown}`);
        expect(data.templates[template]).toContain('<style nonce="abc123">');
        expect(data.templates[template]).not.toContain('<script');
      }
    },
  );

  it.each(['red', '#12345', '#1234567', '#GGGGGG', '"><script>'])(
    'with the color %j cannot be previewed',
    async (color) => {
      const answer = await owner('GET', `/settings/preview?primary_color=${encodeURIComponent(color)}`);
      expect(answer).toMatchObject({ status: 422, errors: { primary_color: [expect.any(String)] } });
    },
  );

  it('is saved even with poor contrast, and can be reset', async () => {
    const saved = await owner('PATCH', '/settings/branding', {
      primary_color: '#ffcc00',
      template: 'cotonou',
    });
    expect(saved.data).toMatchObject({ primary_color: '#FFCC00', template: 'cotonou' });
    expect((await viewer('GET', '/settings')).data).toMatchObject(saved.data);
    const { token } = await makeCheckout(service);
    expect(await (await fetch(`${service.url}/pay/${token}`)).text()).toContain('--checkout-primary:#FFCC00');
    const back = await owner('PATCH', '/settings/branding', { primary_color: '', template: 'default' });
    expect(back.data).toMatchObject({ primary_color: null, template: 'default' });
    expect(await viewer('PATCH', '/settings/branding', { primary_color: '' })).toMatchObject({ status: 403 });
  });

  it('has a logo, which is previewed before it is saved and checked each time', async () => {
    const preview = async (logo?: string) => {
      const query = logo === undefined ? '' : `?${new URLSearchParams({ logo })}`;
      return viewer('GET', `/settings/preview${query}`);
    };
    const url = (logo: string) => `src="data:image/png;base64,${logo}"`;
    const heavy = makePng();
    expect((await preview(heavy)).data.templates.abidjan).toContain(url(heavy));
    expect(await viewer('PATCH', '/settings/branding', { logo: heavy })).toMatchObject({ status: 403 });
    const saved = await owner('PATCH', '/settings/branding', { logo: heavy });
    expect(saved).toMatchObject({ status: 200, data: { logo: `data:image/png;base64,${heavy}` } });
    expect((await preview()).data.templates.cotonou).toContain(url(heavy));
    expect((await preview('')).data.templates.cotonou).not.toContain('class="logo');
    for (const logo of [
      ...[
        '<svg>',
        '\u0000',
        '\ud800',
        'x'.repeat(256 * 1024),
        `${heavy}AAAA`,
        `data:image/png;base64,${heavy}`,
      ],
      ...['"><script>alert(1)</script>', makePng({ bytes: 2049 }), makePng({ width: 257 })],
    ]) {
      const refused = await owner('PATCH', '/settings/branding', { logo, template: 'abidjan' });
      expect([413, 422]).toContain(refused.status);
      if (logo.length < 10_000) expect((await preview(logo)).status, logo.slice(0, 20)).toBe(422);
    }
    expect((await owner('GET', '/settings')).data).toMatchObject(saved.data);
    await owner('PATCH', '/settings/branding', { logo: null });
  });

  it('is saved separately from the choices about unexpected money', async () => {
    const asked = { on_underpaid: 'ask', on_overpaid: 'ask', on_paid_late: 'accept', on_paid_twice: 'ask' };
    const path = '/settings/money-choices';
    expect((await viewer('GET', path)).data).toEqual(asked);
    const chosen = { on_underpaid: 'accept', on_paid_twice: 'refund_all' };
    expect((await owner('PATCH', path, chosen)).data).toEqual({ ...asked, ...chosen });
    expect((await viewer('GET', path)).data).toEqual({ ...asked, ...chosen });
    expect(await viewer('PATCH', path, chosen)).toMatchObject({ status: 403 });
    for (const wrong of [
      { on_underpaid: 'refund_difference' },
      { on_paid_twice: 'accept' },
      { on_late: 'ask' },
    ]) {
      expect(await owner('PATCH', path, wrong)).toMatchObject({ status: 422 });
    }
    await owner('PATCH', path, asked);
  });

  it('includes a name, which is shown as text everywhere', async () => {
    const name = 'Ets <script>alert(1)</script> & fils';
    expect(await owner('PATCH', '/settings/profile', { name })).toMatchObject({
      status: 200,
      data: { name },
    });
    const { data } = await owner('GET', '/settings/preview');
    expect(data.templates.default).not.toContain('<script>alert');
    expect(await owner('PATCH', '/settings/profile', { name: ' ' })).toMatchObject({ status: 422 });
    expect(await viewer('PATCH', '/settings/profile', { name: 'x' })).toMatchObject({ status: 403 });
  });
});

describe('webhooks', () => {
  it('are created, tested, inspected, resent, given new secrets, disabled, enabled and deleted', async () => {
    const made = await owner('POST', '/webhooks', { url: receiver.url, events: ['payment.successful'] });
    expect(made).toMatchObject({ status: 201, data: { secret: expect.stringMatching(/^whsec_/) } });
    const { id, secret } = made.data;
    const path = `/webhooks/${id}`;
    const { delivery_id, event_id } = (await owner('POST', `${path}/test`)).data;
    const delivery = async () => (await owner('GET', `/deliveries/${delivery_id}`)).data;
    await expect.poll(async () => (await delivery()).status, { timeout: 15_000 }).toBe('delivered');
    expect((await delivery()).tries).toMatchObject([{ number: 1, status_code: 200 }]);
    expect((await owner('GET', `/deliveries?endpoint_id=${id}&status=delivered`)).data.items).toMatchObject([
      { id: delivery_id, event: 'webhook_endpoint.test' },
    ]);
    expect((await owner('GET', `/deliveries?endpoint_id=${id}&status=failed`)).data.items).toEqual([]);
    const shown = (await owner('GET', `/events/${event_id}`)).data;
    expect(shown).toMatchObject({ event: { id: event_id }, deliveries: [{ id: delivery_id }] });

    expect((await owner('POST', `/deliveries/${delivery_id}/resend`)).data).toMatchObject({ resent: 1 });
    await expect.poll(async () => (await delivery()).attempts, { timeout: 15_000 }).toBe(2);
    const again = await owner('POST', `/events/${event_id}/resend`, { endpoint_id: id });
    expect(again.data.items).toMatchObject([{ endpoint_id: id }]);
    const all = { which: 'all', since: '2020-01-01T00:00:00Z' };
    expect((await owner('POST', `${path}/resend`, all)).status).toBe(200);
    expect(await owner('POST', `${path}/resend`, { which: 'failed', since: 'yesterday' })).toMatchObject({
      status: 422,
    });

    const rotated = await owner('POST', `${path}/secret`, { overlap_hours: 1 });
    expect(rotated.data.secrets).toHaveLength(2);
    expect(JSON.stringify(await owner('GET', path))).not.toContain(secret);
    expect((await owner('PATCH', path, { events: null, description: 'Shop' })).data).toMatchObject({
      events: null,
      description: 'Shop',
    });
    expect((await owner('POST', `${path}/disable`)).data).toMatchObject({ enabled: false });
    expect(await owner('POST', `${path}/test`)).toMatchObject({ status: 409, code: 'conflict' });
    expect((await owner('POST', `${path}/enable`)).data).toMatchObject({
      enabled: true,
      was_off_since: expect.any(String),
    });
    expect((await owner('DELETE', path)).status).toBe(200);
    expect(await owner('GET', path)).toMatchObject({ status: 404, code: 'endpoint_not_found' });
  }, 60_000);

  it('are examined by the doctor', async () => {
    const { id } = (await owner('POST', '/webhooks', { url: receiver.url })).data;
    const { data } = await owner('POST', `/webhooks/${id}/doctor`);
    expect(data.findings.map(({ probe }: { probe: string }) => probe)).toContain('answer');
  }, 60_000);

  it('belong to one merchant and one mode', async () => {
    const { merchant_id } = service.demo;
    const { id } = await createEndpoint(service.ctx, commandOf(merchant_id, 'live'), {
      url: 'https://shop.example/',
    });
    const changes: readonly (readonly [string, string, unknown?])[] = [
      ['GET', `/webhooks/${id}`],
      ['PATCH', `/webhooks/${id}`, { description: 'x' }],
      ['DELETE', `/webhooks/${id}`],
      ...['enable', 'disable', 'test', 'doctor', 'secret'].map(
        (verb) => ['POST', `/webhooks/${id}/${verb}`] as const,
      ),
      ['POST', `/webhooks/${id}/resend`, { which: 'failed', since: '2020-01-01T00:00:00Z' }],
    ];
    for (const [method, path, body] of changes) {
      expect(await owner(method, path, body)).toMatchObject({ status: 404, code: 'endpoint_not_found' });
      expect(await stranger(method, path, body, 'live')).toMatchObject({ code: 'endpoint_not_found' });
      expect(await viewer(method, path, body, 'live')).toMatchObject({ status: 403 });
    }
    expect((await owner('GET', `/webhooks/${id}`, undefined, 'live')).status).toBe(200);
  });
});

describe('the request log', () => {
  it('contains accepted and refused requests of the API, and none of other merchants', async () => {
    const key = service.demo.test_key;
    const refused = await callApi(service, '/api/v1/payments/pay_none?x=secret', { key });
    const id = refused.headers['x-request-id'];
    const find = async () => (await owner('GET', `/requests?id=${id}`)).data.items;
    await expect
      .poll(find, { timeout: 10_000 })
      .toMatchObject([
        { id, method: 'GET', path: '/api/v1/payments/pay_none', status: 404, code: 'payment_not_found' },
      ]);
    expect((await owner('GET', `/requests?id=${id}&result=answered`)).data.items).toEqual([]);
    expect((await owner('GET', `/requests?id=${id}`, undefined, 'live')).data.items).toEqual([]);
    expect((await stranger('GET', `/requests?id=${id}`)).data.items).toEqual([]);
    const first = (await owner('GET', '/requests?limit=1')).data;
    const second = (await owner('GET', `/requests?limit=1&cursor=${first.next_cursor}`)).data;
    expect(second.items[0].id < first.items[0].id).toBe(true);
    expect(await viewer('GET', '/requests')).toMatchObject({ status: 403 });
  });
});

describe('the sandbox panel', () => {
  it.each([
    ['approved', 'success'],
    ['refused', 'failed'],
  ])('decides a payment that awaits a decision: %s', async (decision, status) => {
    const { token, payment_id } = await makeCheckout(service);
    await payOnPage(service, token, { operator: 'mtn_ci', phone: '+2250512345622' });
    const waiting = async () =>
      (await owner('GET', '/sandbox')).data.waiting.filter((one: { id: string }) => one.id === payment_id);
    expect(await waiting()).toMatchObject([{ kind: 'payment', phone: '+2250512345622', currency: 'XOF' }]);
    expect((await stranger('GET', '/sandbox')).data.waiting).toEqual([]);
    const body = { id: payment_id, decision };
    expect(await stranger('POST', '/sandbox/decide', body)).toMatchObject({ status: 409 });
    expect(await viewer('POST', '/sandbox/decide', body)).toMatchObject({ status: 403 });
    expect(await owner('POST', '/sandbox/decide', body)).toMatchObject({ status: 200 });
    const key = service.demo.test_key;
    await expect
      .poll(async () => (await callApi(service, `/api/v1/payments/${payment_id}`, { key })).body)
      .toMatchObject({ data: { status } });
    expect(await waiting()).toEqual([]);
    expect(await owner('POST', '/sandbox/decide', body)).toMatchObject({ status: 409 });
  });

  it('adds test money in test mode only', async () => {
    const body = { currency: 'XOF', amount: 500 };
    expect((await owner('POST', '/sandbox/fund', body)).data).toMatchObject({ amount: 500 });
    expect(await owner('POST', '/sandbox/fund', body, 'live')).toMatchObject({ status: 404 });
    expect(await owner('GET', '/sandbox', undefined, 'live')).toMatchObject({ status: 404 });
  });
});

describe('routing', () => {
  it('lists every operator, and the first rule for a currency excludes the currency’s other operators', async () => {
    const find = async (code: string, staff = viewer) =>
      (await staff('GET', '/routing')).data.items.find((one: { operator: string }) => one.operator === code);
    expect(await find('mpesa_ke', stranger)).toMatchObject({ is_offered: true, rule: null });
    const body = { fee_percent: '1.50', enabled: true, min_amount: '100', max_amount: '5000' };
    const set = await owner('PUT', '/routing/mpesa_ke', body);
    const rule = { fee_percent: '1.5', enabled: true, min_amount: '100', max_amount: '5000', accounts: null };
    expect(set).toMatchObject({ status: 200, data: rule });
    expect(await find('mpesa_ke')).toMatchObject({ is_offered: true, rule });
    expect(await find('airtel_ke')).toMatchObject({ is_offered: false, rule: null });
    await owner('PUT', '/routing/mpesa_ke', { ...body, enabled: false });
    expect(await find('mpesa_ke')).toMatchObject({ is_offered: false });
    expect(await find('mpesa_ke', stranger)).toMatchObject({ is_offered: true, rule: null });
    expect(await viewer('PUT', '/routing/mpesa_ke', body)).toMatchObject({ status: 403 });
  });

  it.each([
    ['nobody_xx', { fee_percent: '1', enabled: true }, 'operator'],
    ['mpesa_ke', { fee_percent: '101', enabled: true }, 'fee_percent'],
    ['mpesa_ke', { fee_percent: '1', enabled: true, min_amount: '9', max_amount: '8' }, 'max_amount'],
    ['mpesa_ke', { fee_percent: '1', enabled: true, accounts: ['acc_x'] }, 'accounts'],
    ['mpesa_ke', { fee_percent: 1, enabled: true }, 'fee_percent'],
  ])('refuses a rule for %s: %j', async (operator, body, field) => {
    const answer = await owner('PUT', `/routing/${operator}`, body);
    expect(answer).toMatchObject({ status: 422, errors: { [field]: expect.any(Array) } });
  });
});

describe('connector accounts', () => {
  it('are created, shown without secrets, changed, disabled and enabled, and not visible to others', async () => {
    const { providers } = (await owner('GET', '/accounts')).data;
    const wave = providers.find(({ connector }: { connector: string }) => connector === 'wave');
    const secrets = wave.settings.filter(({ secret }: { secret: boolean }) => secret);
    expect(secrets.length).toBeGreaterThan(0);
    const missing = await owner('POST', '/accounts', { connector: 'wave', name: 'Main', settings: {} });
    expect(missing.status).toBe(422);
    const config = Object.fromEntries(
      wave.settings
        .filter(({ required }: { required: boolean }) => required)
        .map(({ field, secret }: { field: string; secret: boolean }) => [
          field,
          secret ? 'top-secret-text' : 'CI',
        ]),
    );
    const body = { connector: 'wave', name: 'Main', unchecked: true };
    const made = await owner('POST', '/accounts', {
      ...body,
      settings: {
        ...config,
        base_url: 'http://127.0.0.1:9',
        ...('countries' in config && { countries: '["CI"]' }),
      },
    });
    expect(made).toMatchObject({ status: 201 });
    expect(JSON.stringify(made)).not.toContain('top-secret-text');
    const path = `/accounts/${made.data.id}`;
    expect((await owner('PATCH', path, { name: 'First', unchecked: true })).data).toMatchObject({
      name: 'First',
    });
    expect((await owner('POST', `${path}/check`)).data).toMatchObject({ check: 'unknown' });
    expect((await owner('POST', `${path}/switch`, { enabled: false })).data).toMatchObject({
      enabled: false,
    });
    expect((await viewer('GET', '/accounts')).data.items).toMatchObject([{ name: 'First', enabled: false }]);
    for (const [method, of, sent] of [
      ['GET', path],
      ['PATCH', path, { name: 'x' }],
      ['POST', `${path}/switch`, { enabled: true }],
      ['POST', `${path}/check`],
    ] as const) {
      expect(await stranger(method, of, sent)).toMatchObject({ status: 404 });
      if (method !== 'GET') expect(await viewer(method, of, sent)).toMatchObject({ status: 403 });
    }
  }, 60_000);
});

it('every change is in the audit log with its author, and without secrets', async () => {
  const { rows } = await service.ctx.pool.query(
    `select object_type, author_kind, author_name, before, after from audit_log where merchant_id = $1 and author_kind = 'staff'`,
    [service.demo.merchant_id],
  );
  const kinds = new Set(rows.map(({ object_type }) => object_type));
  expect([...kinds]).toEqual(
    expect.arrayContaining([
      'merchant',
      'webhook_endpoint',
      'webhook_secret',
      'routing_rule',
      'connector_account',
    ]),
  );
  expect(JSON.stringify(rows)).not.toContain('top-secret-text');
  // The viewer signed in too, and changed nothing.
  const changes = rows.filter(({ object_type }) => object_type !== 'sign_in');
  const authors = new Set(changes.map(({ author_name }) => author_name));
  expect([...authors]).toEqual([expect.stringMatching(/^The owner <owner-/)]);
});
