import { constants, publicEncrypt } from 'node:crypto';
import { expect, test } from 'vitest';
import type { CallbackCall, SimulatorReply } from '../contract.ts';
import { makeMovedTimeline } from '../timeline.ts';
import { makeWorld } from '../world.ts';
import { simulatedCertificate } from './certificate.ts';
import { usualOptions } from './contract.ts';
import { makeDaraja } from './make-daraja.ts';

const hook = 'https://pay.example.com/hook';

async function open() {
  const timeline = makeMovedTimeline(new Date('2026-01-02T10:00:00Z'));
  const calls: CallbackCall[] = [];
  const world = makeWorld({ timeline, seed: 1, deliver: (call) => calls.push(call) });
  const daraja = makeDaraja(world);
  const send = async (route: string, body: unknown, authorization: string): Promise<SimulatorReply> => {
    const [method = '', address = ''] = route.split(' ');
    const url = new URL(address, 'http://127.0.0.1:4104');
    const text = body === undefined ? '' : JSON.stringify(body);
    const headers = { authorization };
    return daraja.handle({
      method,
      path: url.pathname,
      query: url.searchParams,
      headers,
      body: text,
      url: url.href,
    });
  };
  const basic = Buffer.from(`${usualOptions.consumer_key}:${usualOptions.consumer_secret}`).toString(
    'base64',
  );
  const issued = await send(
    'GET /oauth/v1/generate?grant_type=client_credentials',
    undefined,
    `Basic ${basic}`,
  );
  const { access_token, expires_in } = JSON.parse(issued.body);
  expect(expires_in).toBe('3599');
  const ask = async (path: string, body: unknown) => {
    const reply = await send(`POST ${path}`, body, `Bearer ${access_token}`);
    return { status: reply.status, fields: JSON.parse(reply.body) };
  };
  return { timeline, world, calls, daraja, send, ask };
}

const stk = '/mpesa/stkpush/v1/processrequest';
/** base64 of 600100, the passkey and 13:00:00 in Nairobi. */
const credentials = {
  BusinessShortCode: '600100',
  Password: Buffer.from(`600100${usualOptions.passkey}20260102130000`).toString('base64'),
  Timestamp: '20260102130000',
};
const credentialsAt = (Timestamp: string) => ({
  Timestamp,
  Password: Buffer.from(`600100${usualOptions.passkey}${Timestamp}`).toString('base64'),
});
const push = {
  ...credentials,
  TransactionType: 'CustomerPayBillOnline',
  Amount: 150,
  PartyA: '254712000000',
  PartyB: '600100',
  PhoneNumber: '254712000000',
  CallBackURL: `${hook}/r1`,
  AccountReference: 'PAY481',
  TransactionDesc: 'Order 481',
};

test.each<[string, object, number, string]>([
  ['an amount in words', { Amount: 'many' }, 400, '400.002.02'],
  ['cents', { Amount: 1.5 }, 400, '400.002.02'],
  ['more than the limit', { Amount: 150_001 }, 400, '400.002.02'],
  ['a plus', { PhoneNumber: '+254712000000' }, 400, '400.002.02'],
  ['UTC time', { Timestamp: '20260102100000' }, 400, '400.002.02'],
  ['a password for a different time', { Timestamp: '20260102130001' }, 500, '500.001.1001'],
  ['a different short code', { BusinessShortCode: '600999' }, 500, '500.001.1001'],
  ['a long account reference', { AccountReference: '1234567890123' }, 400, '400.002.02'],
  ['an http address', { CallBackURL: 'http://pay.example.com/hook' }, 400, '400.002.02'],
  ['an address without a host name', { CallBackURL: 'https://203.0.113.7/hook' }, 400, '400.002.02'],
])('a push with %s is refused', async (_, change, status, errorCode) => {
  const { ask, daraja } = await open();
  expect(await ask(stk, { ...push, ...change })).toMatchObject({ status, fields: { errorCode } });
  expect(daraja.transactions()).toEqual([]);
});

test.each<[string, object]>([
  ['an amount as text', { Amount: '150' }],
  ['numbers as numbers', { BusinessShortCode: 600100, PartyA: 254712000000, PartyB: 600100 }],
  ['a payer other than the phone', { PartyA: '254712000009' }],
  ['no description', { TransactionDesc: undefined }],
])('a push with %s is accepted, as the portal documents', async (_, change) => {
  const { ask } = await open();
  expect(await ask(stk, { ...push, ...change })).toMatchObject({
    status: 200,
    fields: { ResponseCode: '0' },
  });
});

test('pushes to many phones may share one callback URL', async () => {
  const { ask, daraja } = await open();
  for (const PhoneNumber of ['254712000000', '254712000100', '254712000200']) {
    expect((await ask(stk, { ...push, PhoneNumber })).status).toBe(200);
  }
  expect(daraja.transactions()).toHaveLength(3);
});

test('a push is accepted, pending, paid and reported', async () => {
  const { ask, timeline, calls } = await open();
  const { fields } = await ask(stk, push);
  expect(fields.ResponseCode).toBe('0');
  const { CheckoutRequestID } = fields;
  const query = () => ask('/mpesa/stkpushquery/v1/query', { ...credentials, CheckoutRequestID });
  expect(await query()).toMatchObject({ status: 500, fields: { errorCode: '500.001.1001' } });
  expect(await ask(stk, push)).toMatchObject({ status: 500, fields: { errorCode: '500.001.1001' } });
  timeline.advance(2_000);
  // The code is a string here and a number in the callback.
  expect(await query()).toMatchObject({ status: 200, fields: { ResultCode: '0', CheckoutRequestID } });
  expect(calls.map(({ url }) => url)).toEqual([`${hook}/r1`]);
  const { stkCallback } = JSON.parse(calls[0]?.body ?? '').Body;
  expect(stkCallback).toMatchObject({ CheckoutRequestID, ResultCode: 0 });
  expect(stkCallback.CallbackMetadata.Item).toContainEqual({ Name: 'Amount', Value: 150 });
  expect(stkCallback.CallbackMetadata.Item).toContainEqual({ Name: 'Balance' });
  // The same push again within two minutes is accepted, and fails afterwards.
  timeline.advance(100_000);
  await ask(stk, { ...push, ...credentialsAt('20260102130142') });
  timeline.advance(2_000);
  expect(JSON.parse(calls[1]?.body ?? '').Body.stkCallback.ResultCode).toBe(17);
});

test('an expired token and invalid requests for a token are refused', async () => {
  const { ask, timeline, send } = await open();
  timeline.advance(3599_000);
  expect(await ask(stk, push)).toMatchObject({ status: 404, fields: { errorCode: '404.001.03' } });
  expect((await send('GET /oauth/v1/generate?grant_type=password', undefined, '')).status).toBe(400);
  const refused = await send('GET /oauth/v1/generate?grant_type=client_credentials', undefined, 'Basic x');
  expect(refused).toEqual({ status: 400, body: '' });
});

const key = `-----BEGIN CERTIFICATE-----\n${simulatedCertificate}\n-----END CERTIFICATE-----`;
const credentialOf = (password: string): string =>
  publicEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(password)).toString('base64');
const payout = {
  OriginatorConversationID: 'po-1',
  InitiatorName: 'testapi',
  SecurityCredential: credentialOf(usualOptions.initiator_password),
  CommandID: 'BusinessPayment',
  Amount: 500,
  PartyA: '600100',
  PartyB: '254712000000',
  Remarks: 'Payment',
  QueueTimeOutURL: `${hook}/queue`,
  ResultURL: `${hook}/po-1`,
};

test.each<[string, object, number, number]>([
  ['valid', {}, 200, 0],
  ['authorized with a different password', { SecurityCredential: credentialOf('wrong') }, 200, 2001],
  ['authorized with an invalid credential', { SecurityCredential: 'wrong' }, 200, 2001],
  ['above the float', { Amount: 150_000 }, 200, 1],
])('the result is reported for a payout that is %s', async (_, change, status, ResultCode) => {
  const { ask, timeline, calls } = await open();
  const b2c = '/mpesa/b2c/v3/paymentrequest';
  for (let times = 0; ResultCode === 1 && times < 6; times += 1) {
    await ask(b2c, { ...payout, ...change, OriginatorConversationID: `before-${times}` });
    timeline.advance(5_000);
  }
  expect((await ask(b2c, { ...payout, ...change })).status).toBe(status);
  timeline.advance(5_000);
  expect(JSON.parse(calls.at(-1)?.body ?? '').Result).toMatchObject({
    ResultCode,
    OriginatorConversationID: 'po-1',
  });
  expect(await ask(b2c, payout)).toMatchObject({ status: 500, fields: { errorCode: '500.002.1001' } });
  expect((await ask(b2c, { ...payout, OriginatorConversationID: 'po-2', Amount: 9 })).status).toBe(400);
});

test('a payment can be reversed in parts, up to the whole amount, as its status shows', async () => {
  const { ask, timeline, calls } = await open();
  await ask(stk, push);
  timeline.advance(2_000);
  let receipt = JSON.parse(calls[0]?.body ?? '').Body.stkCallback.CallbackMetadata.Item[1].Value;
  const common = {
    Initiator: 'testapi',
    SecurityCredential: payout.SecurityCredential,
    Remarks: 'Refund',
    QueueTimeOutURL: hook,
  };
  const reverse = async (Amount: number, name: string) => {
    const { fields } = await ask('/mpesa/reversal/v1/request', {
      ...common,
      CommandID: 'TransactionReversal',
      TransactionID: receipt,
      Amount,
      ReceiverParty: '600100',
      RecieverIdentifierType: '11',
      ResultURL: `${hook}/${name}`,
    });
    timeline.advance(5_000);
    return { fields, result: JSON.parse(calls.at(-1)?.body ?? '').Result };
  };
  const first = await reverse(100, 'rf-1');
  expect(first.result.ResultCode).toBe(0);
  expect((await reverse(51, 'rf-2')).result.ResultCode).toBe('R000001');
  expect((await reverse(50, 'rf-3')).result.ResultCode).toBe(0);
  expect((await reverse(1, 'rf-4')).result.ResultCode).toBe('R000001');
  receipt = 'UNKNOWN000';
  expect((await reverse(1, 'rf-5')).result.ResultCode).toBe('R000002');
  const query = {
    ...common,
    CommandID: 'TransactionStatusQuery',
    PartyA: '600100',
    IdentifierType: '4',
    ResultURL: `${hook}/rf-1`,
  };
  const askStatus = (by: object) => ask('/mpesa/transactionstatus/v1/query', { ...query, ...by });
  const { OriginatorConversationID } = first.fields;
  // Neither the old field name nor an empty receipt identifies a transaction.
  expect((await askStatus({ OriginatorConversationID })).status).toBe(400);
  const named = { OriginalConversationID: OriginatorConversationID };
  expect((await askStatus({ ...named, TransactionID: '' })).status).toBe(400);
  expect((await askStatus(named)).status).toBe(200);
  const { Result } = JSON.parse(calls.at(-1)?.body ?? '');
  expect(Result.ResultParameters.ResultParameter).toContainEqual({
    Key: 'TransactionStatus',
    Value: 'Completed',
  });
  expect(Result.ResultParameters.ResultParameter).toContainEqual({ Key: 'Amount', Value: 100 });
});
