import type { TestService } from '../../../../test-support/service.ts';

/** Counts the rows of the main tables that a request can write. */
export async function countRows(service: TestService): Promise<Record<string, number>> {
  const { rows } = await service.ctx.pool.query<{ name: string; count: number }>(`
    select 'payments' as name, count(*)::int as count from payments
    union all select 'checkout_sessions', count(*)::int from checkout_sessions
    union all select 'attempts', count(*)::int from attempts
    union all select 'events', count(*)::int from events
    union all select 'jobs', count(*)::int from graphile_worker.jobs`);
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

/** Moves the end of a session into the past. The sweep that expires sessions has not processed it yet. */
export async function letTimePass(service: TestService, token: string): Promise<void> {
  await service.ctx.pool.query(
    `update checkout_sessions set created_at = created_at - interval '31 minutes',
      expires_at = expires_at - interval '31 minutes' where token = $1`,
    [service.ctx.tokens.handleOf(token)],
  );
}
