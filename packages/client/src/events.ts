import { SyncError } from './errors.ts';
import type { WebhookEvent } from './event.ts';
import { List, type Page } from './list.ts';
import type { CallOptions } from './options.ts';
import type { Transport } from './transport.ts';

export interface EventFilter {
  /**
   * Id of the event after which the list starts, usually the last one that the list or `events.sync` has given you. An
   * event that came by webhook is no good start: an older one may still be on its way. Default: the first event.
   */
  readonly after?: string | undefined;
  /** Items per page, from 1 to 100. Default: 25. */
  readonly limit?: number | undefined;
}

/** Handles one event; the next event waits until the handler has finished. */
export type EventHandler = (event: WebhookEvent) => unknown;

export class Events {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists all events, oldest first and without gaps. */
  list(filter: EventFilter = {}, options?: CallOptions): List<WebhookEvent> {
    return new List((after = filter.after) =>
      this.#transport.get<Page<WebhookEvent>>('/events', options, { ...filter, after }),
    );
  }

  /**
   * Catches up after an outage: calls the handler with each event after the cursor, one at a time and in order,
   * until none is left. An event whose handler throws is not skipped: it comes first in the next call with the
   * error's cursor. A webhook may have delivered an event already, so handle each `event.id` once. If
   * the service was restored from a backup and has lost the event of the cursor, the events of the hour before come
   * again.
   *
   * @param cursor what the last call has returned, or the `cursor` of its error; null to start with the first event.
   * Never the id of an event that came by webhook: an older event whose webhook has failed would be skipped.
   * @returns the new cursor: the id of the last event handled, or the given one if there was nothing new.
   * @throws SyncError when it stops early because the handler throws, a call fails or the signal aborts it.
   */
  async sync(
    cursor: string | null,
    handler: EventHandler,
    options: CallOptions = {},
  ): Promise<string | null> {
    let reached = cursor;
    try {
      for await (const event of this.list({ after: cursor ?? undefined, limit: 100 }, options)) {
        options.signal?.throwIfAborted();
        await handler(event);
        reached = event.id;
      }
    } catch (cause) {
      throw new SyncError(reached, cause);
    }
    return reached;
  }
}
