import { type Books, makeBooks } from '../books.ts';
import type { SimulatorReply, World } from '../contract.ts';
import { json } from '../reply.ts';
import type { DarajaEntry, DarajaOptions, Extra } from './contract.ts';
import { describe, payerOf } from './numbers.ts';
import { invalid, isAmount, isCallbackAddress, isPhone, nairobiText, nameIn, refuse } from './replies.ts';

type Fields = Readonly<Record<string, unknown>>;

const amount_max = 150_000;
const locked = 'Unable to lock subscriber, a transaction is already in process for the current subscriber';
const prompt_ms = 60_000;
const apart_ms = 120_000;
/** The tolerance for a client's clock. */
const clock_off_ms = 15 * 60_000;

/** Prompts on phones: STK push. */
export interface Pushes {
  readonly books: Books<Extra>;
  push(fields: Fields): SimulatorReply;
  query(fields: Fields): SimulatorReply;
}

export function makePushes(world: World, options: DarajaOptions, nameOf: (prefix: string) => string): Pushes {
  const books = makeBooks<Extra>(exactly(world), (entry) => {
    entry.extra.receipt ??= entry.status === 'success' ? nameOf('TA') : null;
    sendResult(world, entry);
  });
  return {
    books,
    push: (fields) => checkPush(world, options, fields) ?? push({ world, books, nameOf }, fields),
    query: (fields) => checkPassword(world, options, fields) ?? query(books, fields),
  };
}

/** A prompt shows the requested amount: no other amount can move. */
function exactly(world: World): World {
  return {
    ...world,
    strikes: (kind, place) => kind !== 'wrong_amount' && world.strikes(kind, place),
    planOf: (phone) => {
      const plan = world.planOf(phone);
      return plan && { ...plan, wrong_amount: false };
    },
  };
}

interface Desk {
  readonly world: World;
  readonly books: Books<Extra>;
  nameOf(prefix: string): string;
}

/** @param fields already checked */
function push({ world, books, nameOf }: Desk, fields: Fields): SimulatorReply {
  const phone = String(fields.PhoneNumber);
  const asked_amount = String(fields.Amount);
  const same = books.all().filter((entry) => entry.phone === phone);
  if (same.some(({ status }) => status === 'pending')) return refuse(500, '500.001.1001', locked);
  const isTooSoon = same.some((entry) => isRepeated(entry, asked_amount, world.now()));
  const plan = world.planOf(phone) ?? (isTooSoon ? { after_ms: 1_000, end: '17' } : payerOf(phone));
  const url = String(fields.CallBackURL);
  const name = nameIn(url);
  const provider_reference = nameOf('ws_CO_');
  // Many clients use one address for all their pushes.
  const reference = books.find(name) ? `${name}#${provider_reference}` : name;
  const second_id = nameOf('10001-');
  const extra = { second_id, url, queue_url: null, about: null, receipt: null };
  books.open(
    { direction: 'collect', reference, provider_reference, phone, asked_amount, currency: 'KES', extra },
    plan,
  );
  // A prompt does not stay open forever.
  if (plan.after_ms === null) world.after(prompt_ms, () => books.decide(reference, '1037'));
  return json(200, {
    MerchantRequestID: second_id,
    CheckoutRequestID: provider_reference,
    ResponseCode: '0',
    ResponseDescription: 'Success. Request accepted for processing',
    CustomerMessage: 'Success. Request accepted for processing',
  });
}

function query(books: Books<Extra>, fields: Fields): SimulatorReply {
  const entry = books.findByProvider(String(fields.CheckoutRequestID));
  if (!entry) return invalid('CheckoutRequestID');
  if (entry.status === 'pending') {
    return refuse(500, '500.001.1001', 'The transaction is being processed');
  }
  const code = entry.code ?? '0';
  return json(200, {
    ResponseCode: '0',
    ResponseDescription: 'The service request has been accepted successsfully',
    MerchantRequestID: entry.extra.second_id,
    CheckoutRequestID: entry.provider_reference,
    // The code is a string here and a number in the callback.
    ResultCode: code,
    ResultDesc: describe(code),
  });
}

/**
 * Whether a new push of this amount comes too soon after an entry of the same amount. The entry is of the same
 * number.
 */
function isRepeated({ asked_amount, created_at }: DarajaEntry, amount: string, now: Date): boolean {
  return asked_amount === amount && now.getTime() - created_at.getTime() < apart_ms;
}

function checkPush(world: World, options: DarajaOptions, fields: Fields): SimulatorReply | undefined {
  const problem = checkPassword(world, options, fields);
  if (problem) return problem;
  const [type, party] =
    options.till === null
      ? ['CustomerPayBillOnline', options.short_code]
      : ['CustomerBuyGoodsOnline', options.till];
  if (fields.TransactionType !== type) return invalid('TransactionType');
  if (String(fields.PartyB) !== party) return invalid('PartyB');
  if (!isAmount(fields.Amount, 1, amount_max)) return invalid('Amount');
  if (!isPhone(fields.PartyA)) return invalid('PartyA');
  if (!isPhone(fields.PhoneNumber)) return invalid('PhoneNumber');
  if (!isCallbackAddress(fields.CallBackURL)) return invalid('CallBackURL');
  for (const [name, length_max] of [
    ['AccountReference', 12],
    ['TransactionDesc', 13],
  ] as const) {
    // The portal calls the second field optional.
    const value = fields[name] ?? (name === 'TransactionDesc' ? 'none' : undefined);
    if (typeof value !== 'string' || value === '' || value.length > length_max) return invalid(name);
  }
  return undefined;
}

function checkPassword(world: World, options: DarajaOptions, fields: Fields): SimulatorReply | undefined {
  const { short_code, passkey } = options;
  const { Timestamp } = fields;
  if (typeof Timestamp !== 'string' || !isAboutNow(Timestamp, world.now())) return invalid('Timestamp');
  if (String(fields.BusinessShortCode) !== short_code) {
    return refuse(500, '500.001.1001', 'Merchant does not exist');
  }
  const expected = Buffer.from(`${short_code}${passkey}${Timestamp}`).toString('base64');
  return fields.Password === expected ? undefined : refuse(500, '500.001.1001', 'Wrong credentials');
}

function isAboutNow(timestamp: string, now: Date): boolean {
  const [earliest, latest] = [-clock_off_ms, clock_off_ms].map((off_ms) =>
    nairobiText(new Date(now.getTime() + off_ms)),
  );
  return /^\d{14}$/.test(timestamp) && timestamp >= (earliest ?? '') && timestamp <= (latest ?? '');
}

function sendResult(world: World, entry: DarajaEntry): void {
  const { extra, provider_reference, status, code, moved_amount, phone } = entry;
  const metadata = {
    CallbackMetadata: {
      Item: [
        { Name: 'Amount', Value: Number(moved_amount) },
        { Name: 'MpesaReceiptNumber', Value: extra.receipt },
        { Name: 'Balance' },
        { Name: 'TransactionDate', Value: Number(nairobiText(world.now())) },
        { Name: 'PhoneNumber', Value: Number(phone) },
      ],
    },
  };
  const stkCallback = {
    MerchantRequestID: extra.second_id,
    CheckoutRequestID: provider_reference,
    ResultCode: Number(code ?? '0'),
    ResultDesc: describe(code ?? '0'),
    ...(status === 'success' && metadata),
  };
  world.callBack({
    method: 'POST',
    url: extra.url,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ Body: { stkCallback } }),
  });
}
