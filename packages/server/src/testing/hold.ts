import type { TestService } from '../../../../test-support/service.ts';

/** Locks the table of payments until released: requests that write a payment stay in flight until then. */
export async function holdPayments(service: Pick<TestService, 'database'>): Promise<() => Promise<void>> {
  const client = await service.database.pool.connect();
  await client.query('begin');
  await client.query('lock table payments in access exclusive mode');
  return async () => {
    await client.query('commit');
    client.release();
  };
}
