import type { Context } from '@guichet/core/platform';
import { makeChangesWatch, type WatchChanges } from '@guichet/core/reads';
import Type from 'typebox';
import type { ServerSentEvent } from '../api-v1/operation.ts';
import { merchantOperations } from './list-operations.ts';

/** A single loop watches for changes, for all pages that this process serves. */
const watches = new WeakMap<Context['pool'], WatchChanges>();

function watchOf(ctx: Context): WatchChanges {
  const watch = watches.get(ctx.pool) ?? makeChangesWatch(ctx);
  watches.set(ctx.pool, watch);
  return watch;
}

/** The operation that keeps pages up to date. */
export const change_operations = merchantOperations('Changes', {
  watchChanges: {
    access: 'merchant_stream',
    route: 'GET /changes',
    scope: 'payments:read',
    summary: 'Stream of the nouns that change, as they change',
    errors: [],
    event_names: ['changes'],
    events: Type.Object({
      nouns: Type.Array(Type.String(), {
        description: 'For example `payments`; empty in the first event: read again what was read before it.',
      }),
    }),
    open: async ({ ctx, actor }, signal) => name(watchOf(ctx)(actor, signal)),
  },
});

async function* name(
  changes: AsyncIterable<{ readonly nouns: readonly string[] }>,
): AsyncGenerator<ServerSentEvent> {
  for await (const data of changes) yield { event: 'changes', data };
}
