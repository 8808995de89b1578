import { makeFixedClock } from '@guichet/kernel/clock';
import { composeContext, start } from '../../../../../../../test-support/context.ts';
import { connect } from '../../../../platform/database/connect.ts';
import { decideBatch } from '../decide.ts';

/**
 * The arguments of this process, which refuses one batch and exits: the database URL, the actor as JSON, and the id
 * of the batch.
 */
const [database_url = '', actor = '{}', batch_id = ''] = process.argv.slice(2);
const connected = connect(database_url, {
  connections_max: 2,
  onError: (error) => {
    throw error;
  },
});
const ctx = composeContext(
  { ...connected, database_url, close: () => connected.close() },
  makeFixedClock(start),
);
await decideBatch(ctx, JSON.parse(actor), { id: batch_id, body: { decision: 'refuse' } });
await ctx.database.close();
