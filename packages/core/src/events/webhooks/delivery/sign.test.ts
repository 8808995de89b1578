import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { signatureHeaders, signReturn } from './sign.ts';

// The example of the Standard Webhooks libraries: secret, id, time, body and the expected signature.
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek';
const at = new Date(1_614_265_330_000);
const body = '{"test": 2432232314}';

describe('signatureHeaders', () => {
  it('match the published example, and our own', () => {
    expect(signatureHeaders({ id, body, secrets: [secret], at })).toEqual({
      'webhook-id': id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
      // openssl dgst -sha256 -hmac <the whole secret> over "1614265330." and the body
      'x-service-signature':
        't=1614265330,v1=2e37df5d4a028c51a7f3133d64ae1e300d2c2c900f1b1d49d4369ad2530f8964',
    });
  });

  it('cover every byte of the body as UTF-8', () => {
    const text = '{"name":"Awa Koné 😀\\u0000"}';
    const headers = signatureHeaders({ id, body: text, secrets: [secret], at });
    const own = createHmac('sha256', Buffer.from(secret))
      .update(Buffer.from(`1614265330.${text}`))
      .digest('hex');
    const key = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64');
    const standard = createHmac('sha256', key)
      .update(Buffer.from(`${id}.1614265330.${text}`))
      .digest('base64');
    expect(headers['x-service-signature']).toBe(`t=1614265330,v1=${own}`);
    expect(headers['webhook-signature']).toBe(`v1,${standard}`);
  });

  it.each([
    ['the id', { id: 'msg_other' }, false],
    ['the body', { body: '{"test": 2432232315}' }, true],
    ['the time', { at: new Date(1_614_265_331_000) }, true],
    ['the secret', { secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSx'] }, true],
  ])('change when %s changes', (_, change, isInOwn) => {
    const input = { id, body, secrets: [secret], at };
    const [before, after] = [signatureHeaders(input), signatureHeaders({ ...input, ...change })];
    expect(after['webhook-signature']).not.toBe(before['webhook-signature']);
    // Our own scheme covers time and body; the id is in the body.
    expect(after['x-service-signature'] !== before['x-service-signature']).toBe(isInOwn);
  });

  it('contain one signature for each secret during a rotation, newest first', () => {
    const newest = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
    const both = signatureHeaders({ id, body, secrets: [newest, secret], at });
    const [one, other] = [newest, secret].map((key) => signatureHeaders({ id, body, secrets: [key], at }));
    expect(both['webhook-signature']).toBe(`${one?.['webhook-signature']} ${other?.['webhook-signature']}`);
    expect(both['x-service-signature']).toBe(
      `${one?.['x-service-signature']},${other?.['x-service-signature']?.replace('t=1614265330,', '')}`,
    );
  });

  it('use whole seconds', () => {
    const headers = signatureHeaders({ id, body, secrets: [secret], at: new Date(1_614_265_330_999) });
    expect(headers['webhook-timestamp']).toBe('1614265330');
  });
});

describe('signReturn', () => {
  it('signs the time and a text', () => {
    expect(signReturn({ text: 'pay_1.success', secrets: [secret], at })).toBe(
      // openssl dgst -sha256 -hmac <the whole secret> over "1614265330.pay_1.success"
      't=1614265330,v1=4ca3f64df2f106ebbc25f773dc8f5f94f263a3f7f9686d78d3039693e9ce51e9',
    );
  });
});
