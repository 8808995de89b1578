import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandOf } from '../../../../../test-support/actors.ts';
import { chooseAndPay, makeCaller, makeCheckout } from '../../../../../test-support/checkouts.ts';
import { makeTestContext, start, type TestContext } from '../../../../../test-support/context.ts';
import { createEndpoint } from '../../events/webhooks/endpoints/create.ts';
import { makeSecretBox } from '../../platform/secrets/seal.ts';
import { getPayment } from '../queries.ts';
import { referenceOf } from '../reference.ts';
import { returnUrl } from './return-url.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await makeTestContext();
});
afterAll(() => ctx.database.close());

async function pay(return_url: string, endpoints: number) {
  const caller = await makeCaller(ctx);
  const secrets: string[] = [];
  for (let count = 0; count < endpoints; count++) {
    const url = 'http://localhost:9/hook';
    secrets.push((await createEndpoint(ctx, commandOf(caller.merchant_id, 'test'), { url })).secret);
  }
  const checkout = await makeCheckout(ctx, caller, { return_url });
  await chooseAndPay(ctx, checkout, '00');
  const payment = await getPayment(ctx.db, checkout.merchant_id, checkout.payment_id);
  return { payment, secrets, url: new URL(await returnUrl(ctx, payment)) };
}

describe('the return URL', () => {
  it.each([
    [
      'https://shop.example/thanks',
      'https://shop.example/thanks?payment_id=ID&status=success&receipt=RECEIPT',
    ],
    [
      'https://shop.example/t?a=1&b=%C3%A9#top',
      'https://shop.example/t?a=1&b=%C3%A9&payment_id=ID&status=success&receipt=RECEIPT#top',
    ],
    // Parameters with the same names in the merchant's own URL are replaced.
    [
      'https://shop.example/?status=paid&a=1&payment%5Fid=x&status',
      'https://shop.example/?a=1&payment_id=ID&status=success&receipt=RECEIPT',
    ],
    // All other parameters are left unchanged: the merchant may have signed them.
    [
      'https://shop.example/?sig=a%20b~c+d&b=%E9&flag&to=/x?y&result=1#a?b',
      'https://shop.example/?sig=a%20b~c+d&b=%E9&flag&to=/x?y&result=1&payment_id=ID&status=success&receipt=RECEIPT#a?b',
    ],
  ])('is built from %s', async (return_url, expected) => {
    const { payment, url } = await pay(return_url, 0);
    const receipt = encodeURIComponent(`${ctx.public_url}/r/${referenceOf(payment.id)}`);
    expect(url.href).toBe(expected.replace('ID', payment.id).replace('RECEIPT', receipt));
  });

  it('is signed with the secret of each endpoint, so that the merchant can verify it offline', async () => {
    const { payment, secrets, url } = await pay('https://shop.example/thanks', 2);
    const seconds = start.getTime() / 1000;
    const [one, other] = secrets.map((secret) =>
      createHmac('sha256', secret).update(`${seconds}.${payment.id}.success`).digest('hex'),
    );
    expect(url.searchParams.get('result')).toBe(`t=${seconds},v1=${one},v1=${other}`);
    const receipt = `${ctx.public_url}/r/${referenceOf(payment.id)}`;
    const [first] = secrets.map((secret) =>
      createHmac('sha256', secret).update(`${seconds}.${receipt}`).digest('hex'),
    );
    expect(url.searchParams.get('receipt')).toBe(receipt);
    expect(url.searchParams.get('receipt_result')).toContain(`t=${seconds},v1=${first},v1=`);
  });

  it('is not signed with secrets that SECRET_KEY does not decrypt, so that the customer can return', async () => {
    const { payment } = await pay('https://shop.example/thanks', 1);
    const secrets = makeSecretBox('another key, 32 characters long!');
    const url = new URL(await returnUrl({ ...ctx, secrets }, payment));
    expect([...url.searchParams.keys()]).toEqual(['payment_id', 'status', 'receipt']);
  });
});
