import { setTimeout } from 'node:timers/promises';
import { emitEvent } from '@guichet/core/testing';
import { makeId } from '@guichet/kernel/ids';
import { silentLog } from '@guichet/kernel/log';
import { compose } from '@guichet/server/compose';
import { readConfig } from '@guichet/server/config';
import { events } from '@guichet/server/openapi/samples';
import pg from 'pg';
import { makeEvents, type Target } from './make-events.ts';
import { insertEvents, type NewDelivery } from './queries.ts';
import { answerParent } from './talk.ts';
import { steadyMs } from './time.ts';

/** The settings of one run of the writer. */
export interface Writing {
  readonly data_dir: string;
  readonly targets: readonly Target[];
  readonly per_second: number;
  readonly duration_s: number;
}

/** An event that was written. */
export interface WrittenEvent {
  readonly event_id: string;
  readonly endpoint_id: string;
  /** The time at which its transaction began to commit. */
  readonly committed_ms: number;
}

const tick_ms = 10;

/** Writes events at a steady rate, in a separate process. */
const answers = {
  /** Every 10 ms, inserts all events that have come due, in one statement and one transaction. */
  insert: async ({ data_dir, targets, per_second, duration_s }: Writing): Promise<WrittenEvent[]> => {
    const composed = await compose(readConfig({ DATA_DIR: data_dir }), silentLog);
    const client = new pg.Client(composed.ctx.pool.options);
    await client.connect();
    const supply = makeEvents(targets);
    const written: WrittenEvent[] = [];
    const count = per_second * duration_s;
    const started_ms = steadyMs();
    while (written.length < count) {
      const due = Math.min(count, Math.ceil(((steadyMs() - started_ms) * per_second) / 1000));
      const group: NewDelivery[] = [];
      while (written.length + group.length < due) group.push(supply.next().value);
      const committed_ms = steadyMs();
      if (group.length > 0) await insertEvents(client, group);
      for (const { event_id, endpoint_id } of group) written.push({ event_id, endpoint_id, committed_ms });
      await setTimeout(tick_ms);
    }
    await client.end();
    await composed.close();
    return written;
  },
  /** Emits events one by one, with the service's own verb. */
  emit: async ({ data_dir, targets, per_second, duration_s }: Writing): Promise<WrittenEvent[]> => {
    const { ctx, close } = await compose(readConfig({ DATA_DIR: data_dir }), silentLog);
    const written: WrittenEvent[] = [];
    const started_ms = steadyMs();
    for (let number = 0; number < per_second * duration_s; number++) {
      const { merchant_id = '', endpoint_id = '' } = targets[number % targets.length] ?? {};
      const object_id = makeId('payment');
      const { data } = events['payment.successful'];
      const one = await ctx.db.transaction().execute(async (tx) => {
        const event_id = await emitEvent(tx, {
          ...{ merchant_id, mode: 'test', type: 'payment.successful', object_id },
          data: { ...data, id: object_id },
          at: ctx.clock.now(),
        });
        return { event_id, endpoint_id, committed_ms: steadyMs() };
      });
      written.push(one);
      await setTimeout(started_ms + ((number + 1) * 1000) / per_second - steadyMs());
    }
    await close();
    return written;
  },
};
export type WriterAnswers = typeof answers;
answerParent(answers);
