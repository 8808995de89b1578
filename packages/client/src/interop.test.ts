import { createEndpoint, rotateSecret } from '@guichet/core/events';
import fc from 'fast-check';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { Webhook as SvixWebhook } from 'svix';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { commandOf } from '../../../test-support/actors.ts';
import { type Receiver, startReceiver } from '../../../test-support/receiver.ts';
import type { TestService } from '../../../test-support/service.ts';
import { shareService } from '../../../test-support/shared-service.ts';
import { Guichet, signWebhook, verifyWebhook } from './index.ts';

type PlainHeaders = Record<string, string>;

/** A third-party library that verifies signatures: returns the event that it read, or throws. */
interface Verifier {
  readonly name: string;
  verify(body: string, headers: PlainHeaders, secret: string): unknown;
  /** Returns headers that the library itself makes. */
  sign(body: string, secret: string, at: Date): PlainHeaders;
}

const standardHeaders = (id: string, at: Date, signature: string): PlainHeaders => ({
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': signature,
});

const verifiers: readonly Verifier[] = [
  {
    name: 'standardwebhooks',
    verify: (body, headers, secret) => new StandardWebhook(secret).verify(body, headers),
    sign: (body, secret, at) =>
      standardHeaders('msg_1', at, new StandardWebhook(secret).sign('msg_1', at, body)),
  },
  {
    name: 'svix',
    verify: (body, headers, secret) => new SvixWebhook(secret).verify(body, headers),
    sign: (body, secret, at) => standardHeaders('msg_1', at, new SvixWebhook(secret).sign('msg_1', at, body)),
  },
  {
    name: 'stripe',
    verify: (body, headers, secret) =>
      Stripe.webhooks.constructEvent(body, headers['x-service-signature'] ?? '', secret),
    sign: (payload, secret, at) => ({
      'x-service-signature': Stripe.webhooks.generateTestHeaderString({
        payload,
        secret,
        timestamp: at.getTime() / 1000,
      }),
    }),
  },
];

const other_secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';

let service: TestService;
let receiver: Receiver;
let endpoint: { id: string; secret: string };
let guichet: Guichet;
beforeAll(async () => {
  service = await shareService();
  receiver = await startReceiver();
  endpoint = await createEndpoint(service.ctx, commandOf(service.demo.merchant_id), {
    url: receiver.url,
  });
  guichet = new Guichet({ apiKey: service.demo.test_key, baseUrl: `${service.url}/api/v1` });
});
afterAll(async () => {
  await service.stop();
  await receiver.close();
});

/** Pays, and waits for the webhook to the merchant. */
async function payAndReceive(): Promise<{ payment_id: string; body: string; headers: PlainHeaders }> {
  const { id, session_token } = await guichet.payments.create({
    amount: 2_500,
    currency: 'XOF',
    description: 'Pagne wax — café 😀',
    return_url: 'https://shop.example/back',
  });
  await guichet.checkout.pay(session_token, { operator: 'mtn_ci', phone: '+2250504030200' });
  const { body, headers } = await vi.waitFor(() => {
    const received = receiver.requests.find((request) => request.body.includes(id));
    if (!received) throw new Error('no webhook has arrived');
    return received;
  }, 15_000);
  return { payment_id: id, body, headers: headers as PlainHeaders };
}

describe('a webhook that the service has sent', () => {
  let sent: Awaited<ReturnType<typeof payAndReceive>>;
  beforeAll(async () => {
    sent = await payAndReceive();
  });

  test.each(verifiers)('is accepted by $name', ({ verify }) => {
    expect(verify(sent.body, sent.headers, endpoint.secret)).toMatchObject({
      event: 'payment.successful',
      sequence: 1,
      data: { id: sent.payment_id, status: 'success', description: 'Pagne wax — café 😀' },
    });
  });

  test.each(verifiers)('is refused by $name if the secret, the body or the time differs', ({ verify }) => {
    const { body, headers } = sent;
    const time = headers['webhook-timestamp'] ?? '';
    const refused: Record<string, readonly [string, PlainHeaders, string]> = {
      'a different secret': [body, headers, other_secret],
      'a different amount': [body.replace('2500', '9500'), headers, endpoint.secret],
      'reformatted JSON': [JSON.stringify(JSON.parse(body), null, 1), headers, endpoint.secret],
      'a different time': [body, replaceAll(headers, time, String(Number(time) - 1)), endpoint.secret],
    };
    for (const [what, [text, changed, secret]] of Object.entries(refused)) {
      expect([text, changed, secret], what).not.toEqual([body, headers, endpoint.secret]);
      expect(() => verify(text, changed, secret), what).toThrow(/signature/i);
    }
  });

  test('has one id in its body, in its headers and in the feed', async () => {
    const event = await verifyWebhook(sent.body, sent.headers, endpoint.secret);
    expect(sent.headers['webhook-id']).toBe(event.id);
    const feed = await guichet.events.list().toArray({ limit: 100 });
    expect(feed.find(({ id }) => id === event.id)).toEqual(event);
  });
});

test('during a secret’s rotation, every library accepts the same webhook with the old secret and with the new one', async () => {
  const key = { merchant_id: service.demo.merchant_id, endpoint_id: endpoint.id };
  const { secret: newest } = await rotateSecret(service.ctx, commandOf(key.merchant_id), {
    id: key.endpoint_id,
    body: {},
  });
  expect(newest).not.toBe(endpoint.secret);
  const { body, headers } = await payAndReceive();
  expect(headers['webhook-signature']?.split(' ')).toHaveLength(2);
  for (const { verify, name } of verifiers) {
    for (const secret of [endpoint.secret, newest]) {
      expect(verify(body, headers, secret), name).toMatchObject({ event: 'payment.successful' });
    }
    expect(() => verify(body, headers, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'), name).toThrow(/signature/i);
  }
  const { 'x-service-signature': _own, ...standard } = headers;
  for (const secret of [endpoint.secret, newest]) {
    for (const given of [headers, standard]) {
      expect(await verifyWebhook(body, given, secret)).toMatchObject({ event: 'payment.successful' });
    }
  }
});

describe.each(verifiers)('the library $name', ({ sign, verify }) => {
  const key = fc.uint8Array({ minLength: 24, maxLength: 64 });
  const secrets = key.map((bytes) => `whsec_${Buffer.from(bytes).toString('base64')}`);
  const bodies = fc
    .tuple(fc.string({ unit: 'grapheme' }), fc.jsonValue())
    .map(([id, value]) => JSON.stringify({ id, event: 'payment.failed', data: { value } }));

  test('makes signatures that our library accepts', async () => {
    await fc.assert(
      fc.asyncProperty(secrets, bodies, async (secret, body) => {
        const headers = sign(body, secret, new Date());
        expect(await verifyWebhook(body, headers, secret)).toEqual(JSON.parse(body));
        await expect(verifyWebhook(`${body} `, headers, secret)).rejects.toMatchObject({
          problem: 'no_match',
        });
        await expect(verifyWebhook(body, headers, other_secret)).rejects.toMatchObject({
          problem: 'no_match',
        });
      }),
    );
  });

  test('accepts the signatures that our library makes with one or two secrets', async () => {
    await fc.assert(
      fc.asyncProperty(secrets, secrets, bodies, async (secret, older, body) => {
        const headers: PlainHeaders = await signWebhook(body, [secret, older]);
        for (const one of [secret, older]) expect(verify(body, headers, one)).toEqual(JSON.parse(body));
        expect(() => verify(body, headers, other_secret)).toThrow(/signature/i);
      }),
    );
  });
});

function replaceAll(headers: PlainHeaders, text: string, other: string): PlainHeaders {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value.replaceAll(text, other)]),
  );
}
