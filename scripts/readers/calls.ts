import { generateKeyPairSync } from 'node:crypto';
import { verifyReturn, verifyWebhook } from '@guichet/client';
import { isWithin } from '@guichet/core/accounts';
import {
  hideTokens,
  parseNetwork,
  readCode,
  readAmount as readFileAmount,
  readHeading,
  readMismatch,
  readPhoneFor,
  readRetryAfter,
} from '@guichet/core/testing';
import { asCurrency } from '@guichet/kernel/currencies';
import { isId } from '@guichet/kernel/ids';
import { amountProblem } from '@guichet/kernel/money';
import { makeSecret } from '@guichet/kernel/secret';
import { readTypedAmount } from '@guichet/kernel/typed-amount';
import { urlProblem } from '@guichet/kernel/url';
import * as airtel from '@guichet/operators/airtel-money/callback';
import type { RawCallback } from '@guichet/operators/contract';
import * as fedapay from '@guichet/operators/fedapay/callback';
import { readRecord } from '@guichet/operators/fedapay/wire';
import { hideNumber } from '@guichet/operators/http/hide-number';
import { isObject, readJson } from '@guichet/operators/http/read-json';
import { redactFields } from '@guichet/operators/http/redact-fields';
import { readAddress } from '@guichet/operators/mpesa-daraja/address';
import * as daraja from '@guichet/operators/mpesa-daraja/callback';
import { readAmount as readDarajaAmount } from '@guichet/operators/mpesa-daraja/map';
import { keepText as keepDaraja } from '@guichet/operators/mpesa-daraja/wire';
import * as momo from '@guichet/operators/mtn-momo/callback';
import { isAddressed } from '@guichet/operators/orange-money/cameroon/address';
import { readHint } from '@guichet/operators/orange-money/read-callback';
import { verifySonatel } from '@guichet/operators/orange-money/sonatel/callback';
import { pickTransaction } from '@guichet/operators/orange-money/sonatel/map';
import { readAmount as readSonatelAmount } from '@guichet/operators/orange-money/sonatel/wire';
import * as pawapay from '@guichet/operators/pawapay/callback';
import { readMoney as readPawapayMoney } from '@guichet/operators/pawapay/map';
import { isDigestOf, verifyBase } from '@guichet/operators/pawapay/signature';
import { isSigned } from '@guichet/operators/pawapay/verify';
import {
  readInitiation,
  readTransaction as readPawapay,
  readStatus as readPawapayStatus,
} from '@guichet/operators/pawapay/wire';
import { readBalanceMoney } from '@guichet/operators/read-balance';
import * as sandbox from '@guichet/operators/sandbox/callback';
import { readTransaction as readSandbox } from '@guichet/operators/sandbox/wire';
import * as wave from '@guichet/operators/wave/callback';
import { readMoney as readWaveMoney } from '@guichet/operators/wave/map';
import { keepText as keepWave, readFound, readPayout, readSession } from '@guichet/operators/wave/wire';
import { readConfig, readDatabaseConfig } from '@guichet/server/config';
import { readObject } from '@guichet/server/docs-page/objects';
import { isPassing } from '@guichet/server/embedded-postgres/join-server';
import { pickEncoding } from '@guichet/server/http/pick-encoding';
import { readSecretFiles } from '@guichet/server/read-secret-files';

const XOF = asCurrency('XOF');
const now = new Date();
const time = Math.floor(now.getTime() / 1000);
const secret = makeSecret('secret-of-the-tests');
const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const webhook_secret = `whsec_${Buffer.alloc(32).toString('base64')}`;
const { publicKey: receipt_key } = generateKeyPairSync('ed25519');
const network = parseNetwork('192.0.2.0/24');
const open_amount = {
  kind: 'open',
  min: { amount_minor: 100n, currency: XOF },
  max: { amount_minor: 1_000_000n, currency: XOF },
  suggested: [],
};
const link_fields = ['text', 'number', 'phone', 'email', 'choice'].map((type) => ({
  ...{ key: type, label: type, type, required: true, options: ['A'] },
}));

/** Headers for providers' signatures, each valid enough for the rest of it to be parsed. */
const headersOf = (text: string): RawCallback['headers'] => ({
  'x-fedapay-signature': `t=${time},s=${text}`,
  'wave-signature': `t=${time},v1=${text}`,
  'x-sonatel-signature': `t=${time},v1=${text}`,
  'x-sandbox-signature': text,
  'signature-input': `sig-pp=("@method" "content-digest");created=${time};keyid="${text}"`,
  signature: `sig-pp=:${text}:`,
  'content-digest': `sha-256=:${text}:`,
  authorization: `Bearer ${text}`,
});

/** Callbacks with a text as the body, in the headers, and in the address. */
const callbacksOf = (text: string): RawCallback[] => {
  const request = { method: 'POST', url: 'https://pay.example/callbacks/a/b', reference: null };
  const url = `${request.url}?token=stk.${encodeURIComponent(text)}`;
  return [
    { headers: headersOf('00'), body: text, request },
    { headers: headersOf(text), body: '{}', request },
    { headers: { 'signature-input': text, signature: text, 'content-digest': text }, body: '', request },
    { headers: {}, body: '{}', request: { ...request, url, reference: text } },
  ];
};
const each =
  (read: (raw: RawCallback) => unknown) =>
  (text: string): unknown =>
    callbacksOf(text).map((raw) => read(raw));
/** Calls a reader of parsed JSON. */
const parsed =
  (read: (value: unknown) => unknown) =>
  (text: string): unknown => [read(readJson(text)), read(text)];

/**
 * A call that passes a text to a reader. The reader is also a parameter, because some readers are accessible only
 * within their own package.
 */
export type Call = (text: string, read: (...given: readonly unknown[]) => unknown) => unknown;

/** Calls of the parsers that take several parameters, or text inside an object, by `path name`. */
export const calls: Readonly<Record<string, Call>> = {
  'client/src/answer.ts readAnswer': (body, read) =>
    read({ response: new Response(null, { status: 400 }), body }, null),
  'client/src/claim.ts readSecrets': (text, read) => read([text, text]),
  'core/src/accounts/api-keys/networks.ts isWithin': (text) => isWithin(text, [network]),
  'core/src/operations/receipts/code.ts readCode': (text) => [
    readCode(text, () => receipt_key),
    readCode(Buffer.from(text).toString('base64url'), () => receipt_key),
  ],
  'core/src/payments/link/amount.ts readAmount': (text, read) => read(text, open_amount),
  'core/src/payments/link/answers.ts readAnswers': (text, read) =>
    read(
      link_fields,
      link_fields.map(() => text),
      'CI',
    ),
  'core/src/payments/session/choose.ts readPhoneFor': (text) => readPhoneFor(text, 'mtn_ci'),
  'core/src/platform/secrets/hide-tokens.ts hideTokens': (text) => hideTokens(text, (token) => token),
  'kernel/src/money.ts amountProblem': (text) => amountProblem(5000, text),
  'core/src/reads/payment/present.ts readMismatch': (text) =>
    readMismatch({ amount_minor: text, currency: 'XOF' }),
  'core/src/transfers/payouts/batches/read-amount.ts readAmount': (text) => readFileAmount(text, XOF, 1),
  'core/src/events/webhooks/delivery/retry-schedule.ts readRetryAfter': (text) => [
    readRetryAfter(text, now),
    readRetryAfter(`Mon, ${text}`, now),
  ],
  'kernel/src/ids.ts isId': (text) => [isId('payment', text), isId('payment', `pay_${text}`)],
  'kernel/src/typed-amount.ts readTypedAmount': (text) => readTypedAmount(text, XOF),
  'kernel/src/url.ts urlProblem': (text) => urlProblem(`https://${text}`, { https_only: true }),
  'operators/src/http/read-json.ts isObject': isObject,
  'operators/src/orange-money/cameroon/address.ts isAddressed': each((raw) => isAddressed(secret, raw)),
  'operators/src/read-balance.ts readBalanceMoney': (text) => [
    readBalanceMoney(text, XOF),
    readBalanceMoney('5', text),
  ],
  'operators/src/airtel-money/callback.ts verifyCallback': each((raw) => airtel.verifyCallback(raw, secret)),
  'operators/src/airtel-money/callback.ts readCallback': each(airtel.readCallback),
  'operators/src/fedapay/callback.ts verifyCallback': each((raw) =>
    fedapay.verifyCallback(raw, { secret, tolerance_s: 300, now }),
  ),
  'operators/src/fedapay/callback.ts readCallback': each((raw) =>
    fedapay.readCallback(raw, { currency: XOF, expired_is_final: false }),
  ),
  'operators/src/fedapay/wire.ts readRecord': (text) => readRecord('transaction', text),
  'operators/src/http/hide-number.ts hideNumber': (text) => hideNumber(text, '+2250548151600', '*'),
  'operators/src/http/redact-fields.ts redactFields': (text) => redactFields(text, '*'),
  'operators/src/mpesa-daraja/address.ts readAddress': each((raw) => readAddress('key', raw)),
  'operators/src/mpesa-daraja/callback.ts readCallback': each((raw) => daraja.readCallback('key', raw)),
  'operators/src/mpesa-daraja/map.ts readAmount': parsed(readDarajaAmount),
  'operators/src/mpesa-daraja/wire.ts keepText': (text) => keepDaraja(text, ['+2250548151600']),
  'operators/src/mtn-momo/callback.ts readCallback': each(momo.readCallback),
  'operators/src/orange-money/read-callback.ts readHint': each((raw) =>
    readHint(raw, ['SUCCESS'], ({ payToken }) => payToken),
  ),
  'operators/src/orange-money/sonatel/callback.ts verifySonatel': each((raw) =>
    verifySonatel({ webhook_secret: secret }, raw, now),
  ),
  'operators/src/orange-money/sonatel/map.ts pickTransaction': (text) => pickTransaction([], text),
  'operators/src/orange-money/sonatel/wire.ts readAmount': parsed(readSonatelAmount),
  'operators/src/pawapay/callback.ts readCallback': each(pawapay.readCallback),
  'operators/src/pawapay/map.ts readMoney': (text) => readPawapayMoney(text, 'XOF'),
  'operators/src/pawapay/signature.ts verifyBase': (text) =>
    verifyBase(text, Buffer.from(text), publicKey, 'ecdsa-p256-sha256'),
  'operators/src/pawapay/signature.ts isDigestOf': (text) => [isDigestOf(text, ''), isDigestOf('', text)],
  'operators/src/pawapay/wire.ts readInitiation': (text) => readInitiation(text, 'collect'),
  'operators/src/pawapay/wire.ts readStatus': (text) => readPawapayStatus(text, 'collect', 'att_1'),
  'operators/src/pawapay/wire.ts readTransaction': parsed(readPawapay),
  'operators/src/sandbox/callback.ts verifyCallback': each((raw) => sandbox.verifyCallback('key', raw)),
  'operators/src/sandbox/callback.ts readCallback': each(sandbox.readCallback),
  'operators/src/sandbox/wire.ts readTransaction': parsed(readSandbox),
  'operators/src/wave/callback.ts verifyCallback': each((raw) =>
    wave.verifyCallback({ country: 'SN', api_key: secret, webhook_secret: secret }, now, raw),
  ),
  'operators/src/wave/callback.ts readCallback': each(wave.readCallback),
  'operators/src/wave/map.ts readMoney': (text) => readWaveMoney(text, 'XOF'),
  'operators/src/wave/wire.ts readSession': parsed(readSession),
  'operators/src/wave/wire.ts readPayout': parsed(readPayout),
  'operators/src/wave/wire.ts readFound': (text) => readFound(text, readSession),
  'operators/src/wave/wire.ts keepText': (text) => keepWave(text, ['+2250548151600']),
  'server/src/config.ts readConfig': (text) => readConfig({ PUBLIC_URL: text, TRUSTED_PROXIES: text }, '/'),
  'server/src/config.ts readDatabaseConfig': (text) => readDatabaseConfig({ DATABASE_URL: text }, '/'),
  'server/src/docs-page/objects.ts readObject': (text) => readObject({ components: {} } as never, text),
  'server/src/embedded-postgres/join-server.ts isPassing': parsed(isPassing),
  'server/src/http/pick-encoding.ts pickEncoding': (text) => pickEncoding(text, ['br', 'gzip']),
  'server/src/read-secret-files.ts readSecretFiles': (text) =>
    readSecretFiles({ SECRET_KEY_FILE: text }, '/'),
};

/** Readers that cannot be found by their types; only their synchronous part is measured. */
export const others: Readonly<Record<string, (text: string) => unknown>> = {
  readHeading: (text) => readHeading(1, [text, ...text.split(' ')]),
  verifyWebhook: (text) => [
    settle(verifyWebhook(text, { 'x-service-signature': `t=${time},v1=${text}` }, webhook_secret)),
    settle(verifyWebhook('', { 'x-service-signature': text }, webhook_secret)),
    settle(
      verifyWebhook(
        '',
        { 'webhook-id': text, 'webhook-timestamp': text, 'webhook-signature': text },
        webhook_secret,
      ),
    ),
  ],
  verifyReturn: (text) =>
    settle(
      verifyReturn(
        `https://shop.example/?payment_id=${encodeURIComponent(text)}&result=${text}`,
        webhook_secret,
      ),
    ),
  isSigned: each((raw) => settle(isSigned(raw, async () => undefined, now))),
};

/** Only the time counts: a refusal is as good as a result. */
async function settle(result: Promise<unknown>): Promise<void> {
  await Promise.allSettled([result]);
}
