import { makeFixedClock } from '@guichet/kernel/clock';
import { composeContext, start } from '../../../../../test-support/context.ts';
import { connect } from '../../platform/database/connect.ts';
import { decidePayout } from '../../transfers/payouts/orders/decide.ts';
import { decideOnMovement } from '../books/decide.ts';
import { decideOnHeld } from '../review/decide-held.ts';

const verbs = { payout: decidePayout, held: decideOnHeld, movement: decideOnMovement } as const;

/**
 * Arguments of a process that approves one object and then ends: the database URL, the kind (`payout`, `held` or
 * `movement`), the actor as JSON, and the id.
 */
const [database_url = '', kind = '', actor = '{}', id = ''] = process.argv.slice(2);
const connected = connect(database_url, {
  connections_max: 1,
  onError: (error) => {
    throw error;
  },
});
const ctx = composeContext(
  { ...connected, database_url, close: () => connected.close() },
  makeFixedClock(start),
);
// From now on, the connection has its own application name and is used only for the decision.
await ctx.pool.query("set application_name = 'approve-alone'");
process.stdout.write('begins\n');
await verbs[kind as keyof typeof verbs](ctx, JSON.parse(actor), { id, body: { decision: 'approve' } });
await ctx.database.close();
