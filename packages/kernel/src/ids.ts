import { randomBytes, randomInt } from 'node:crypto';
import { decodeTime, encodeTime, ulid } from 'ulid';

/** The prefix of each kind of object except merchants, so that an id in a log shows its kind. */
const prefixes = {
  api_key: 'key',
  session: 'cs',
  payment: 'pay',
  attempt: 'att',
  payment_link: 'plk',
  till: 'til',
  cashier: 'csh',
  shift: 'shf',
  payout: 'po',
  payout_batch: 'pob',
  approval_change: 'apc',
  refund: 'ref',
  connector_account: 'cac',
  callback: 'cbk',
  customer: 'cus',
  ledger_transaction: 'ltx',
  ledger_movement: 'mov',
  held_decision: 'hdc',
  event: 'evt',
  webhook_endpoint: 'whe',
  webhook_secret: 'whs',
  delivery: 'dlv',
  request: 'req',
} as const;

export type IdKind = keyof typeof prefixes;

const randomBytesOf = makeRandomBytes();
const randomFraction = (): number => randomBytesOf(1).readUInt8() / 256;
/** A random integer of 40 bits: half the random part of a ULID, eight characters. */
const randomHalf = (): number => randomBytesOf(half_bytes).readUIntBE(0, half_bytes);
const half_bytes = 5;
const half_length = 8;
const half_end = 2 ** 40;
/**
 * If a clock is set back further than this, ids use its new time. After a smaller step back, they count up from the
 * last id.
 */
const set_back_ms = 10_000;

/**
 * Makes ids that sort in the order in which they were made, unless their clock is set back. Within a millisecond they
 * count up in random steps of up to 2^39, because the end of a payment's id is the address of its receipt: whoever
 * knows one must not be able to guess the next.
 */
function makeUlids(): (now_ms: number) => string {
  let [time_ms, high, low] = [-1, 0, 0];
  return (now_ms) => {
    if (now_ms > time_ms || now_ms < time_ms - set_back_ms) {
      [time_ms, high, low] = [now_ms, randomHalf(), randomHalf()];
    } else {
      low += 1 + Math.floor(randomHalf() / 2);
      if (low >= half_end) [high, low] = [high + 1, low - half_end];
      if (high === half_end) [time_ms, high] = [time_ms + 1, 0];
    }
    return encodeTime(time_ms) + encodeTime(high, half_length) + encodeTime(low, half_length);
  };
}

const nextUlid = makeUlids();
const nextUlidAt = makeUlids();

/** Makes a sortable unique id with its prefix, for instance `pay_01JD0Z5T8Q...` (ULID specification). */
export function makeId(kind: IdKind): string {
  return `${prefixes[kind]}_${nextUlid(Date.now())}`;
}

/** Makes an id like {@link makeId}, but for a time that was read from another clock, such as the database's. */
export function makeIdAt(kind: IdKind, at: Date): string {
  return `${prefixes[kind]}_${nextUlidAt(at.getTime())}`;
}

/**
 * Makes an id that does not match `refused`: the usual id if possible. Otherwise draws new ids until one does not
 * match, each for a time about twice as long ago as the one before. Earlier times are needed because the match may
 * be in the time itself, and because usual ids only count up while a clock that was set back catches up.
 */
export function makeIdWithout(kind: IdKind, refused: RegExp, now: Date): string {
  const usual = makeId(kind);
  if (!refused.test(usual)) return usual;
  for (let before_ms = 0; ; before_ms = 2 * before_ms + 1) {
    const id = `${prefixes[kind]}_${ulid(Math.max(0, now.getTime() - before_ms), randomFraction)}`;
    if (!refused.test(id)) return id;
  }
}

/** The seconds since 1970, until the year 3058. */
const merchant_time_length = 7;
const merchant_random_length = 3;

/**
 * Makes the id of a merchant, for instance `mer_1NGKMSG0K7`: the second, then three random characters. It is short
 * because most rows and index entries contain it. Two made in the same second may be the same, so whoever inserts it
 * makes another if it is taken.
 */
export function makeMerchantId(): string {
  const second = encodeTime(Math.floor(Date.now() / 1000), merchant_time_length);
  return `mer_${second}${encodeTime(randomInt(32 ** merchant_random_length), merchant_random_length)}`;
}

/** The pattern of a kind's ids, for a schema. */
export function idPattern(kind: IdKind): string {
  return `^${prefixes[kind]}_[0-7][0-9A-HJKMNP-TV-Z]{25}$`;
}

/** Whether a text has the form of an id of the kind. */
export function isId(kind: IdKind, text: string): boolean {
  return new RegExp(idPattern(kind)).test(text);
}

/** Whether a text has the form of a merchant's id: ten characters, or, if made by an earlier version, a ULID. */
export function isMerchantId(text: string): boolean {
  return /^mer_(?:[0-9A-HJKMNP-TV-Z]{10}|[0-7][0-9A-HJKMNP-TV-Z]{25})$/.test(text);
}

/** The lowest id that could be made at a moment: ids sort by their time of creation. */
export function lowestIdAt(kind: IdKind, at: Date): string {
  return `${prefixes[kind]}_${encodeTime(Math.max(0, at.getTime()))}${'0'.repeat(16)}`;
}

/** Returns the time at which an id was made, to the millisecond. @throws Error for anything but an id */
export function timeOfId(id: string): Date {
  return new Date(decodeTime(id.slice(id.indexOf('_') + 1)));
}

/**
 * Makes an unguessable token: 32 random bytes as 43 base64url characters. A token with a leading hyphen is drawn
 * again, because a command line would take it for an option; 2^255.98 tokens remain.
 */
export function makeToken(): string {
  for (;;) {
    const token = randomBytes(32).toString('base64url');
    if (!token.startsWith('-')) return token;
  }
}

/** Draws random bytes from one large read of the system's generator instead of a small one for each id. */
function makeRandomBytes(): (length: number) => Buffer {
  let pool = randomBytes(4096);
  let offset = 0;
  return (length) => {
    if (offset + length > pool.length) {
      pool = randomBytes(4096);
      offset = 0;
    }
    offset += length;
    return pool.subarray(offset - length, offset);
  };
}
