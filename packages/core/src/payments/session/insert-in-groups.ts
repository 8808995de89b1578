import type { Context } from '../../platform/context.ts';
import { wasRolledBack } from '../../platform/groups/in-group.ts';
import { findEarlierAnswer, type IdempotentResult } from '../../platform/idempotency/run-idempotently.ts';
import { keepTokens, showTokens } from '../../platform/secrets/keep-tokens.ts';
import { attachCustomers } from '../customer/attach.ts';
import { insertCheckouts, type NewCheckout } from './queries.ts';

/** The maximum number of rows in one statement: enough to share an fsync, few enough to stay fast. */
const group_max = 256;
/** The maximum number of concurrent statements: while one waits for the disk, the next is planned and run. */
const in_flight_max = 2;
/** A group that takes longer than this, because it waits for a lock, no longer keeps others from starting. */
const slow_ms = 5_000;

/** A checkout to insert, with a function that presents the response once the customer is known. */
export interface CheckoutOrder {
  readonly row: Omit<NewCheckout, 'customer_id' | 'answer'>;
  /** @returns the response, a value that survives a round trip through JSON unchanged */
  present(customer_id: string | null): object;
}

/** Inserts a checkout. Returns after its commit, or with the result of an earlier identical request. */
export type InsertCheckout = (order: CheckoutOrder) => Promise<IdempotentResult<unknown>>;

interface Waiting {
  readonly order: CheckoutOrder;
  resolve(done: IdempotentResult<unknown>): void;
  reject(error: unknown): void;
}

type Ctx = Pick<Context, 'db' | 'pool' | 'clock' | 'tokens'>;

/**
 * Makes the function that inserts checkouts in groups: requests that arrive while a group is being committed form
 * the next one, so that many share one INSERT and one fsync. Each request gets its result only after the commit of
 * its own group.
 */
export function makeGroupedInsert(ctx: Ctx): InsertCheckout {
  let waiting: Waiting[] = [];
  let inFlight = 0;
  let scheduled = false;

  const flush = async (): Promise<void> => {
    scheduled = false;
    if (inFlight >= in_flight_max || waiting.length === 0) return;
    const group = waiting.slice(0, group_max);
    waiting = waiting.slice(group_max);
    inFlight++;
    let isCounted = true;
    const release = (): void => {
      if (isCounted) inFlight--;
      isCounted = false;
      schedule();
    };
    const slow = setTimeout(release, slow_ms).unref();
    // Requests that did not fit into this group need not wait for its end.
    schedule();
    try {
      await commit(ctx, group);
    } finally {
      clearTimeout(slow);
      release();
    }
  };
  // Requests read from the sockets in one turn of the event loop share a group.
  const schedule = (): void => {
    if (scheduled || waiting.length === 0 || inFlight >= in_flight_max) return;
    scheduled = true;
    setImmediate(() => void flush());
  };

  return (order) =>
    new Promise((resolve, reject) => {
      waiting.push({ order, resolve, reject });
      schedule();
    });
}

/**
 * Commits a group, which fails or succeeds as a whole. If it certainly failed, the rows are then inserted one by
 * one, so that an invalid row does not affect the others. They are not inserted again after a broken
 * connection, because the group may have been committed.
 */
async function commit(ctx: Ctx, group: readonly Waiting[]): Promise<void> {
  try {
    await write(ctx, group);
  } catch (error) {
    if (group.length > 1 && wasRolledBack(error)) {
      for (const single of group) await commit(ctx, [single]);
      return;
    }
    for (const { reject } of group) reject(error);
  }
}

async function write(ctx: Ctx, group: readonly Waiting[]): Promise<void> {
  const customers = await customersOf(ctx, group);
  const values = group.map(({ order }, index) => order.present(customers[index] ?? null));
  const taken = await insertCheckouts(
    ctx.pool,
    group.map(({ order: { row } }, index) => ({
      ...row,
      customer_id: customers[index] ?? null,
      answer: row.once ? JSON.stringify(keepTokens(values[index] ?? {})) : null,
    })),
  );
  for (const [index, waiting] of group.entries()) {
    if (taken.has(waiting.order.row.payment_id)) void replay(ctx, waiting);
    else waiting.resolve({ value: values[index], replayed: false });
  }
}

async function customersOf(ctx: Ctx, group: readonly Waiting[]): Promise<readonly (string | null)[]> {
  const isKnown = ({ order: { row } }: Waiting): boolean =>
    row.customer_phone !== null || row.customer_email !== null;
  if (!group.some(isKnown)) return [];
  return attachCustomers(
    ctx,
    group.map(({ order: { row } }) => ({
      merchant_id: row.merchant_id,
      mode: row.mode,
      phone: row.customer_phone,
      email: row.customer_email,
      first_name: row.customer_first_name,
      last_name: row.customer_last_name,
    })),
  );
}

/**
 * Returns the result of an earlier request with the same key; inserts the row again if the key has been freed
 * since.
 */
async function replay(ctx: Ctx, waiting: Waiting): Promise<void> {
  const { row } = waiting.order;
  try {
    if (!row.once) throw new Error('only a row with a key can be skipped');
    const earlier = await findEarlier(ctx, row);
    if (earlier === null) await commit(ctx, [waiting]);
    else waiting.resolve(earlier);
  } catch (error) {
    waiting.reject(error);
  }
}

/**
 * Finds the result of an earlier request with the same key.
 *
 * @returns null when there is none, or when the request has no key
 * @throws AppError `idempotency_key_reused`
 */
export async function findEarlier(
  ctx: Pick<Context, 'db' | 'clock' | 'tokens'>,
  row: CheckoutOrder['row'],
): Promise<IdempotentResult<unknown> | null> {
  if (!row.once) return null;
  const earlier = await findEarlierAnswer(ctx.db, { ...row, scope: '' }, row.once, ctx.clock.now());
  return earlier === null ? null : { value: showTokens(ctx.tokens, JSON.parse(earlier)), replayed: true };
}
