import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestContext, type TestContext } from '../../../../test-support/context.ts';
import { keptToken } from '../platform/secrets/checkout-tokens.ts';
import { readEvent, readEventText } from './read.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await makeTestContext();
});
afterAll(() => ctx.database.close());

const expires_at = '2026-11-24T13:43:51.224+00:00';

describe('the text of an event is the same as if it were parsed and serialized', () => {
  const own = 'abcdABCD0123456789-_xyzXYZ';
  const checkout = (handle = own) => ({ session_token: keptToken(handle), expires_at });
  const end = { return_url: 'https://shop.example/"\\', cancel_url: null, livemode: false };
  const lure = { checkout: checkout(), ...end };

  it.each<[string, object, number]>([
    ['a payment', { id: 'pay_1', metadata: { a: 1 }, checkout: checkout(), ...end }, 1],
    ['no checkout', { id: 'po_1', ...end }, 0],
    ['a lure in metadata alone', { metadata: lure, checkout: null, ...end }, 0],
    ['a lure in the last metadata', { metadata: lure }, 0],
    ['a lure within a lure', { metadata: { data: lure } }, 0],
    ['a lure as text', { metadata: { a: JSON.stringify(lure) }, checkout: null, ...end }, 0],
    ['a lure before the checkout', { metadata: lure, checkout: checkout(), ...end }, 1],
    ['a lure after the checkout', { checkout: checkout(), metadata: lure }, 1],
    ['a placeholder in a description', { description: keptToken(own), checkout: null, ...end }, 0],
    ['a session', { session_token: keptToken(own), checkout_url: `https://a/${keptToken(own)}` }, 2],
    ['a checkout that ends with something else', { checkout: { ...checkout(), extra: { a: 1 } } }, 1],
    ['values after the checkout', { checkout: checkout(), a: [1], b: { c: 2 } }, 1],
  ])('for %s', (_, data, tokens) => {
    const event = { id: 'evt_1', event: 'payment.successful', livemode: false, sequence: 1, data };
    const text = readEventText(ctx, { body: JSON.stringify(event) });
    expect(text).toBe(JSON.stringify(readEvent(ctx, { body: JSON.stringify(event) })));
    expect(text.split(ctx.tokens.tokenOf(own))).toHaveLength(tokens + 1);
  });
});
