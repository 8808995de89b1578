import { equal, has, isA, rejection } from './assert.ts';
import { type Check, each, makeChecks } from './check.ts';
import { clientOf, noFetch } from './stage.ts';
import { type ReturnAddress, signWebhook, verifyReturn } from './subject.ts';

const secret = 'whsec_Z3VpY2hldC13ZWJob29rLXNlY3JldC0zMi1ieXRlcyE=';
const other_secret = 'whsec_YW5vdGhlci13ZWJob29rLXNlY3JldC0zMmJ5dGVzISE=';

/** Computed with OpenSSL's command line: HMAC-SHA256 of `1795248000.pay_1.success`. */
const time = 1_795_248_000;
const signature = 'd9a81371c4cb60417d658e707205a65d4c5222e0bb38fb7846876748d5d95238';
const signed = `payment_id=pay_1&status=success&result=t%3D${time}%2Cv1%3D${signature}`;
const anyTime = { tolerance: 10_000_000_000 };
const now = (): number => Math.floor(Date.now() / 1000);

const addresses: Readonly<Record<string, string>> = {
  'a complete address': `https://shop.example/orders/42?${signed}`,
  'an address starting with its path': `/orders/42?${signed}`,
  'an address with other parameters of the merchant': `/orders?a=b&${signed}&c=d%26e`,
  'an address with a fragment': `/orders/42?${signed}#thanks`,
  'signatures of several secrets': `/orders/42?${signed}%2Cv1%3D${'f'.repeat(64)}`,
};

const refused: Readonly<Record<string, readonly [string, problem: string]>> = {
  'no query': ['/orders/42', 'missing_signature'],
  'no result': ['/orders/42?payment_id=pay_1&status=success', 'missing_signature'],
  'an empty result': ['/orders/42?payment_id=pay_1&status=success&result=', 'missing_signature'],
  'no payment': [`/orders/42?${signed.replace('payment_id', 'id')}`, 'missing_signature'],
  'a different payment': [`/orders/42?${signed.replace('pay_1', 'pay_2')}`, 'no_match'],
  'a different status': [`/orders/42?${signed.replace('success', 'failed')}`, 'no_match'],
  'a dot that was moved': ['/orders/42?payment_id=pay_1.success&status=&result=t%3D1', 'missing_signature'],
  'a different time': [`/orders/42?${signed.replace(String(time), String(time + 1))}`, 'no_match'],
  'a result in a different format': [
    '/orders/42?payment_id=pay_1&status=success&result=yes',
    'malformed_signature',
  ],
  'a payment id placed before the signed one': [`/orders/42?payment_id=pay_2&${signed}`, 'no_match'],
  'no address at all': ['//', 'missing_signature'],
};

const parameters = { payment_id: 'pay_1', status: 'success', result: `t=${time},v1=${signature}` };

const queries: Readonly<Record<string, ReturnAddress>> = {
  'a query': signed,
  'a query with its question mark': `?${signed}`,
  'a query with a fragment': `?${signed}#thanks`,
  URLSearchParams: new URLSearchParams(signed),
  'a record': parameters,
  'a record of lists': { ...parameters, payment_id: ['pay_1'], coupon: ['a', 'b'] },
};

/** Age in seconds and the expected problem. */
const ages: Readonly<Record<string, readonly [number, string | null]>> = {
  'nearly half an hour ago': [1700, null],
  'more than half an hour ago': [1900, 'too_old'],
  'an hour in the future': [-3600, 'too_new'],
};

const runs: Record<string, Check['run']> = {
  ...each(
    addresses,
    (name) => `a return address is accepted: ${name}`,
    async (_, url) => {
      equal((await verifyReturn(url, secret, anyTime)) as unknown, {
        payment_id: 'pay_1',
        status: 'success',
      });
    },
  ),
  ...each(
    refused,
    (name) => `a return address is refused: ${name}`,
    async (_, [url, problem]) => {
      has(await rejection(verifyReturn(url, secret, anyTime)), { name: 'SignatureError', problem });
    },
  ),
  ...each(
    ages,
    (name) => `a return address signed ${name}`,
    async (_, [age_s, problem]) => {
      // The service's webhooks use the same scheme, over a different text.
      const headers = await signWebhook('pay_1.failed', secret, { timestamp: now() - age_s });
      const result = encodeURIComponent(headers['x-service-signature']);
      const verified = verifyReturn(`/orders/42?payment_id=pay_1&status=failed&result=${result}`, secret);
      if (problem === null) equal((await verified) as unknown, { payment_id: 'pay_1', status: 'failed' });
      else has(await rejection(verified), { problem });
    },
  ),
  'a signature over a text with more dots matches no return address': async () => {
    const headers = await signWebhook('pay_1.success.late', secret);
    const result = encodeURIComponent(headers['x-service-signature']);
    for (const [id, status] of [
      ['pay_1', 'success.late'],
      ['pay_1.success', 'late'],
    ]) {
      const url = `/orders/42?payment_id=${id}&status=${status}&result=${result}`;
      has(await rejection(verifyReturn(url, secret)), { problem: 'missing_signature' });
    }
  },
  ...each(
    queries,
    (name) => `a return address is accepted: ${name}`,
    async (_, address) => {
      const verified: unknown = await verifyReturn(address, secret, anyTime);
      equal(verified, { payment_id: 'pay_1', status: 'success' });
    },
  ),
  'a return address as a record without its parameters': async () => {
    for (const record of [{}, { result: undefined }, Object.create({ payment_id: 'pay_1' })]) {
      has(await rejection(verifyReturn(record, secret)), { problem: 'missing_signature' });
    }
  },
  'a return address as a URL object': async () => {
    const url = new URL(`https://shop.example/orders/42?${signed}`);
    has(await verifyReturn(url, [other_secret, secret], anyTime), { payment_id: 'pay_1' });
  },
  'a return address is refused with a different secret': async () => {
    const error = await rejection(verifyReturn(`/orders/42?${signed}`, other_secret, anyTime));
    has(error, { problem: 'no_match' });
  },
  'verifying a return address without a secret is a TypeError': async () => {
    isA(await rejection(verifyReturn(`/orders/42?${signed}`, '')), TypeError);
  },
  'checkout.verifyReturn does the same without a request': async () => {
    const { checkout } = clientOf(noFetch);
    equal(checkout.verifyReturn, verifyReturn);
    has(await checkout.verifyReturn(`/orders/42?${signed}`, secret, anyTime), { status: 'success' });
  },
};

export const returns: readonly Check[] = makeChecks('webhook verification', runs);
