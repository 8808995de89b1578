import { makeId } from '@guichet/kernel/ids';
import { events } from '@guichet/server/openapi/samples';
import type { NewDelivery } from './queries.ts';

/** An endpoint and its share of the events. */
export interface Target {
  readonly merchant_id: string;
  readonly endpoint_id: string;
  /** Relative to the weights of the others. */
  readonly weight: number;
}

const sample = events['payment.successful'];

/** Makes payment events: each target gets its share by weight, spread evenly over the sequence. */
export function* makeEvents(targets: readonly Target[]): Generator<NewDelivery, never> {
  const total = targets.reduce((sum, { weight }) => sum + weight, 0);
  const owed = targets.map(() => 0);
  for (;;) {
    // The next target is the one furthest behind its share.
    let most = 0;
    targets.forEach(({ weight }, index) => {
      owed[index] = (owed[index] ?? 0) + weight;
      if ((owed[index] ?? 0) > (owed[most] ?? 0)) most = index;
    });
    const target = targets[most];
    if (!target) throw new Error('there are no targets');
    owed[most] = (owed[most] ?? 0) - total;
    yield makeEvent(target);
  }
}

/** Makes one event for a new payment. */
export function makeEvent({ merchant_id, endpoint_id }: Target): NewDelivery {
  const [event_id, object_id, created_at] = [makeId('event'), makeId('payment'), new Date()];
  const told_at = created_at.toISOString().replace('Z', '+00:00');
  const data = { ...sample.data, id: object_id };
  const body = JSON.stringify({ ...sample, id: event_id, created_at: told_at, data });
  return { merchant_id, endpoint_id, event_id, delivery_id: makeId('delivery'), object_id, body, created_at };
}
