import { createHmac } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import type { Connector, RawCallback } from '../contract.ts';
import { orderIdOf } from './order-id.ts';
import type { Variant } from './settings.ts';
import { collectOf, followingRedirects, openAt, settings } from './test-support.ts';

const reference = '6a0f6f0e-0b0e-4b9e-8a55-2f2b8f3b1a02';
const opened: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0)) await close();
});

async function open(variant: Variant, given: Parameters<typeof openAt>[1] = {}) {
  const at = await openAt(variant, given);
  opened.push(at.close);
  return at;
}

function rawOf(body: unknown, at: string | null = reference): RawCallback {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return {
    headers: {},
    body: text,
    request: { method: 'POST', url: 'https://pay.example.com/x', reference: at },
  };
}

describe('a notification', () => {
  test.each<[Variant, object, string | null, string | null]>([
    ['web-payment', { status: 'SUCCESS', notif_token: 'n7', txnid: 'MP1' }, reference, null],
    [
      'web-payment',
      { status: 'FAILED', notif_token: 'n7', txnid: 'MP1', amount: 1, currency: 'XOF' },
      reference,
      null,
    ],
    ['sonatel', { status: 'SUCCESS', transactionId: 'MP1', reference: orderIdOf(reference) }, null, null],
    ['sonatel', { status: 'SUCCESS', transactionId: 'MP1', reference: 'of somebody' }, reference, null],
    ['cameroon', { status: 'SUCCESSFULL', payToken: 'MP1', message: 'x' }, reference, null],
  ])(
    'of %s with %j (reference in the URL: %s) is a hint about our reference',
    async (variant, body, at, provider_reference) => {
      const { connector } = await open(variant);
      expect(connector.readCallback(rawOf(body, at))).toEqual([
        {
          reference,
          provider_reference,
          outcome: { kind: 'pending', action: null },
          raw: expect.anything(),
        },
      ]);
    },
  );

  test.each<[Variant, unknown]>([
    ['web-payment', { status: 'FROZEN', notif_token: 'n7' }],
    ['web-payment', { status: 7 }],
    ['web-payment', { status: 'SUCCESS', txnid: 'x'.repeat(101) }],
    ['sonatel', [{ status: 'SUCCESS' }]],
    ['sonatel', '{"status":"SUCCESS","transactionId":"MP'],
    ['cameroon', { status: 'SUCCESSFULL', payToken: 7 }],
    ['cameroon', '<status>SUCCESSFULL</status>'],
    ['burkina', { status: '200' }],
  ])('of %s with %j is ignored', async (variant, body) => {
    const { connector } = await open(variant);
    expect(connector.readCallback(rawOf(body))).toEqual([]);
  });

  test('that is not about a payment of ours is ignored', async () => {
    const { connector } = await open('web-payment');
    expect(connector.readCallback(rawOf({ status: 'SUCCESS', notif_token: 'n7' }, null))).toEqual([]);
  });

  test('is stored without its token', async () => {
    const { connector } = await open('web-payment');
    const kept = JSON.stringify(
      connector.readCallback(rawOf({ status: 'SUCCESS', notif_token: 'n7-secret' })),
    );
    expect(kept).not.toContain('n7-secret');
  });
});

/** A payment with a callback from the simulator. */
async function calledBack(given: Parameters<typeof openAt>[1] = {}) {
  const at = await open('sonatel', given);
  const payer = followingRedirects(at.connector, settings.sonatel.provider_phone);
  await payer.collect(collectOf('sonatel', at.timeline.now()), new AbortController().signal);
  at.timeline.advance(2_000);
  const [call] = at.delivered;
  if (!call) throw new Error('no callback was sent');
  return { ...at, raw: { headers: call.headers, body: call.body } satisfies RawCallback };
}

const verify = (connector: Connector, raw: RawCallback) => connector.verifyCallback(raw);

describe('Sonatel’s signature', () => {
  test('is accepted, even next to one made with the previous secret', async () => {
    for (const sonatel_proof of ['signature', 'two_signatures'] as const) {
      const { connector, raw } = await calledBack({ options: { sonatel_proof } });
      expect(verify(connector, raw)).toBe(true);
    }
  });

  test('is refused if the body, the time or the form of the header was changed', async () => {
    const { connector, raw, timeline } = await calledBack();
    const header = raw.headers['x-sonatel-signature'] ?? '';
    const withHeader = (text: string): RawCallback => ({ ...raw, headers: { 'x-sonatel-signature': text } });
    const at = Math.floor(timeline.now().getTime() / 1000);
    const dotted = createHmac('sha256', 'sim-webhook-secret').update(`${at}.${raw.body}`).digest('hex');
    const forged: readonly RawCallback[] = [
      { ...raw, headers: {} },
      { ...raw, body: `${raw.body} ` },
      { ...raw, body: raw.body.slice(0, -1) },
      withHeader(''),
      withHeader('v1='),
      withHeader(header.replace('t=', 't=1')),
      withHeader(header.slice(0, -1)),
      withHeader(header.replace('v1=', 'v2=')),
      withHeader(`t=${at},v1=${dotted}`),
      withHeader(`t=${at},v1=${createHmac('sha256', '').update(`${at},${raw.body}`).digest('hex')}`),
    ];
    for (const one of forged) expect(verify(connector, one)).toBe(false);
  });

  test('is valid if it arrives within five minutes of signing, whenever it is verified', async () => {
    const { connector, raw, timeline } = await calledBack();
    const received_at = timeline.now();
    timeline.advance(299_000);
    expect(verify(connector, raw)).toBe(true);
    timeline.advance(3_000);
    expect(verify(connector, raw)).toBe(false);
    expect(verify(connector, { ...raw, received_at })).toBe(true);
  });

  test('may be replaced by the key of an older registration, if that is set', async () => {
    const older = { webhook_secret: undefined, webhook_api_key: 'sim-webhook-api-key' };
    const { connector, raw } = await calledBack({ options: { sonatel_proof: 'api_key' }, settings: older });
    expect(verify(connector, raw)).toBe(true);
    expect(verify(connector, { ...raw, headers: { authorization: 'Basic another' } })).toBe(false);
    expect(verify(connector, { ...raw, headers: {} })).toBe(false);
    const signing = await calledBack({ options: { sonatel_proof: 'api_key' } });
    expect(verify(signing.connector, signing.raw)).toBe(false);
  });

  test('is not required without a secret: the notification is then a hint', async () => {
    const { connector, raw } = await calledBack({ settings: { webhook_secret: undefined } });
    expect(verify(connector, { ...raw, headers: {} })).toBe(true);
  });
});
