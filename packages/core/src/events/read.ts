import type { Context } from '../platform/context.ts';
import { keptToken } from '../platform/secrets/checkout-tokens.ts';
import { showTokens } from '../platform/secrets/keep-tokens.ts';
import type { Event } from './queries.ts';
import type { EventObject } from './schemas.ts';

/**
 * An event as merchants see it, in the feed, on the dashboard and as a webhook. It is stored without its
 * checkout's token, which is added here.
 */
export function readEvent(ctx: Pick<Context, 'tokens'>, { body }: Pick<Event, 'body'>): EventObject {
  const event: EventObject = JSON.parse(body);
  return { ...event, data: showTokens(ctx.tokens, event.data) };
}

/** Events from before tokens were signed, and those without a checkout, have no placeholder. */
function mayHoldHandle({ body }: Pick<Event, 'body'>): boolean {
  return body.includes(keptToken(''));
}

/** An event as JSON text, byte for byte the same each time: every attempt signs and sends the same. */
export function readEventText(ctx: Pick<Context, 'tokens'>, event: Pick<Event, 'body'>): string {
  return mayHoldHandle(event) ? JSON.stringify(readEvent(ctx, event)) : event.body;
}
