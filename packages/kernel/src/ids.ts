import { randomBytes } from 'node:crypto';
import { decodeTime, encodeTime, monotonicFactory } from 'ulid';

/** What each prefix stands for. An id says in a log line what it is the id of. */
const prefixes = {
  merchant: 'mer',
  api_key: 'key',
  session: 'cs',
  payment: 'pay',
  attempt: 'att',
  payout: 'po',
  payout_batch: 'pob',
  approval_change: 'apc',
  refund: 'ref',
  connector_account: 'cac',
  callback: 'cbk',
  customer: 'cus',
  ledger_transaction: 'ltx',
  event: 'evt',
  webhook_endpoint: 'whe',
  webhook_secret: 'whs',
  delivery: 'dlv',
  request: 'req',
} as const;

export type IdKind = keyof typeof prefixes;

const nextUlid = monotonicFactory(makeRandomFraction());

/** A sortable unique id with its prefix, for instance `pay_01JD0Z5T8Q...` (ULID specification). */
export function makeId(kind: IdKind): string {
  return `${prefixes[kind]}_${nextUlid()}`;
}

/** What ids of the kind look like, whether there is one or not: the pattern of a schema. */
export function idPattern(kind: IdKind): string {
  return `^${prefixes[kind]}_[0-7][0-9A-HJKMNP-TV-Z]{25}$`;
}

/** Whether a text looks like an id of the kind. */
export function isId(kind: IdKind, text: string): boolean {
  return new RegExp(idPattern(kind)).test(text);
}

/** The lowest id that could be made at a moment: ids sort by the time at which they were made. */
export function lowestIdAt(kind: IdKind, at: Date): string {
  return `${prefixes[kind]}_${encodeTime(Math.max(0, at.getTime()))}${'0'.repeat(16)}`;
}

/** When an id was made, to the millisecond. @throws Error for what is no id */
export function timeOfId(id: string): Date {
  return new Date(decodeTime(id.slice(id.indexOf('_') + 1)));
}

/**
 * An address that cannot be guessed: 32 random bytes as 43 base64url characters. Those that begin with a hyphen are
 * drawn again, because a command line would take them for an option; what is left is still 2^255.98 of them.
 */
export function makeToken(): string {
  for (;;) {
    const token = randomBytes(32).toString('base64url');
    if (!token.startsWith('-')) return token;
  }
}

/** Random fractions drawn from one large read of the system's generator instead of sixteen small ones an id. */
function makeRandomFraction(): () => number {
  let pool = randomBytes(4096);
  let offset = 0;
  return () => {
    if (offset === pool.length) {
      pool = randomBytes(4096);
      offset = 0;
    }
    return (pool[offset++] ?? 0) / 256;
  };
}
