import type { Context } from '../../platform/context.ts';
import { compareAccount } from './compare.ts';
import { takeDueAccounts } from './queries.ts';

/** Interval at which each account is compared. */
const every_ms = 15 * 60_000;
/** The number of accounts compared concurrently. */
const at_once_max = 5;

type Ctx = Pick<Context, 'db' | 'clock' | 'log' | 'secrets' | 'accounts'>;

/** Lists the connectors whose providers report an account's balance. */
export function comparableConnectors({ accounts }: Pick<Context, 'accounts'>): readonly string[] {
  return accounts.providers.filter(({ abilities }) => abilities.includes('balance')).map(({ id }) => id);
}

/**
 * Compares the accounts whose last comparison was at least a quarter of an hour ago, a few at a time. Any number of
 * processes may run this: each account is compared by only one of them.
 *
 * @returns the number of accounts compared
 */
export async function compareDueAccounts(ctx: Ctx): Promise<number> {
  const connectors = comparableConnectors(ctx);
  let compared = 0;
  for (;;) {
    const at = ctx.clock.now();
    const before = new Date(at.getTime() - every_ms);
    const due = await takeDueAccounts(ctx.db, { connectors, before, at, limit: at_once_max });
    await Promise.all(due.map((key) => compareAccount(ctx, key)));
    compared += due.length;
    if (due.length < at_once_max) return compared;
  }
}
