import { SyncError } from './errors.ts';
import type { WebhookEvent } from './event.ts';
import { List, type Page } from './list.ts';
import type { CallOptions } from './options.ts';
import type { Transport } from './transport.ts';

export interface EventFilter {
  /** Id of an event, usually the last one you handled: the list begins after it. From the first event when absent. */
  readonly after?: string | undefined;
  /** Items a page, from 1 to 100. Default: 25. */
  readonly limit?: number | undefined;
}

/** Handles one event; the next one waits until it has. */
export type EventHandler = (event: WebhookEvent) => unknown;

export class Events {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** What webhooks told, oldest first and without gaps. */
  list(filter: EventFilter = {}, options?: CallOptions): List<WebhookEvent> {
    return new List((after = filter.after) =>
      this.#transport.get<Page<WebhookEvent>>('/events', options, { ...filter, after }),
    );
  }

  /**
   * Catches up after an outage: calls the handler with each event after the cursor, one by one in order, until there is
   * none left. An event whose handler throws is not passed over: it is the first one of the next call with the cursor
   * of the error. Webhooks may have brought an event already, so handle each `event.id` once.
   *
   * @param cursor id of the last event that was handled; null from the first event on.
   * @returns the new cursor: id of the last event handled now, or the given one when there was nothing new.
   * @throws SyncError when it ends earlier, because the handler throws, a call fails or the signal stops it.
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
