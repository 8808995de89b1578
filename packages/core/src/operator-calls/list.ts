import { timestampText } from '@guichet/kernel/clock';
import type { Context } from '../platform/context.ts';
import { listCalls } from './queries.ts';

/**
 * Lists the calls to a provider about an attempt, a payout or a refund, oldest first, as they were redacted for
 * storage. If there were very many inquiries, only the first and the last calls are stored.
 */
export async function listOperatorCalls(ctx: Pick<Context, 'db'>, merchant_id: string, object_id: string) {
  const calls = await listCalls(ctx.db, merchant_id, object_id);
  return calls.map(({ verb, exchanges, created_at }) => ({
    verb,
    created_at: timestampText(created_at),
    exchanges,
  }));
}
