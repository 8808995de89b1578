import type { Context } from '../platform/context.ts';
import { keptToken } from '../platform/secrets/checkout-tokens.ts';
import { showTokens } from '../platform/secrets/keep-tokens.ts';
import type { Event } from './queries.ts';
import type { EventObject } from './schemas.ts';

/**
 * Returns an event as merchants see it, in the feed, on the dashboard and as a webhook. It is stored without its
 * checkout's token, which is added here.
 */
export function readEvent(ctx: Pick<Context, 'tokens'>, { body }: Pick<Event, 'body'>): EventObject {
  const event: EventObject = JSON.parse(body);
  return { ...event, data: showTokens(ctx.tokens, event.data) };
}

/** Events from before tokens were signed, and those without a checkout, have no placeholder. */
const placeholder = keptToken('');

/**
 * Matches the end of a payment's event: the checkout with its placeholder, then plain values, then the ends of
 * `data` and of the event. Metadata, in which merchants may write the same text, is nested deeper and comes
 * earlier.
 */
const checkout_pattern =
  /"checkout":\{"session_token":"handle:([\w-]{22,43})(","expires_at":"[^"\\]*"\}(?:,"\w+":(?:"(?:[^"\\]|\\.)*"|null|true|false))*\}\})$/y;
const before_placeholder = '"checkout":{"session_token":"'.length;

/**
 * Returns an event as JSON text, byte for byte the same each time, so that every attempt signs and sends the same
 * bytes.
 */
export function readEventText(ctx: Pick<Context, 'tokens'>, event: Pick<Event, 'body'>): string {
  const { body } = event;
  const at = body.indexOf(placeholder);
  if (at === -1) return body;
  // Parsing and serializing would return the same text, but costs more than everything else that a page of the feed
  // needs.
  if (body.indexOf(placeholder, at + 1) === -1) {
    checkout_pattern.lastIndex = at - before_placeholder;
    const [, handle, end] = checkout_pattern.exec(body) ?? [];
    if (handle !== undefined && end !== undefined)
      return `${body.slice(0, at)}${ctx.tokens.tokenOf(handle)}${end}`;
  }
  return JSON.stringify(readEvent(ctx, event));
}
