import type { StreamedEvent } from './read-stream.ts';

/** The maximum number of events forwarded concurrently. */
const in_flight_max = 10;
/** The maximum number of events read but not finished; above this, the stream waits. */
const waiting_max = 100;

/** An event, with the fields that determine its order and those that are reported. */
export interface ReadEvent extends StreamedEvent {
  readonly type: string;
  readonly object_id: string;
  readonly created_at: string;
}

/** Forwards events in order. */
export interface Ordered {
  /** Resolves when another event can be added. */
  add(event: ReadEvent): Promise<void>;
  /**
   * Returns the id of the last event in the stream that has finished along with all events before it; null until
   * the first event has finished.
   */
  done_up_to(): string | null;
}

/**
 * Makes a forwarder that handles events of one object in the order of the stream, and those of different objects
 * concurrently.
 *
 * @param hand returns whether the event has been handled; must not throw
 */
export function makeOrdered(hand: (event: ReadEvent) => Promise<boolean>): Ordered {
  const chains = new Map<string, Promise<void>>();
  const order: { readonly id: string; isDone: boolean }[] = [];
  const free: (() => void)[] = [];
  let in_flight = 0;
  let done: string | null = null;
  let wake = (): void => {};

  const run = async (event: ReadEvent): Promise<boolean> => {
    if (in_flight >= in_flight_max) await new Promise<void>((resolve) => free.push(resolve));
    in_flight++;
    try {
      return await hand(event);
    } finally {
      in_flight--;
      free.shift()?.();
    }
  };

  return {
    add: async (event) => {
      const place = { id: event.id, isDone: false };
      order.push(place);
      const before = chains.get(event.object_id) ?? Promise.resolve();
      const own = before
        .then(() => run(event))
        .then((isDone) => {
          place.isDone = isDone;
          while (order[0]?.isDone) done = order.shift()?.id ?? done;
          if (chains.get(event.object_id) === own) chains.delete(event.object_id);
          wake();
        });
      chains.set(event.object_id, own);
      while (order.length >= waiting_max) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    done_up_to: () => done,
  };
}

/**
 * Reads the fields of an event. Missing fields become empty strings, although every event from the service has
 * them.
 */
export function readEvent(event: StreamedEvent): ReadEvent {
  const { event: type, created_at, data } = JSON.parse(event.text) as Record<string, unknown>;
  const object_id = typeof data === 'object' && data !== null && 'id' in data ? data.id : undefined;
  return {
    ...event,
    type: textOf(type),
    object_id: textOf(object_id),
    created_at: textOf(created_at),
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
