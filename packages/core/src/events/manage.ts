import { AppError } from '@guichet/kernel/errors';
import { makeReadQuery } from '@guichet/kernel/query';
import { makeCheck } from '@guichet/kernel/validation';
import Type from 'typebox';
import type { MerchantActor } from '../platform/actor/actor.ts';
import { requireScope } from '../platform/actor/require-scope.ts';
import type { Context } from '../platform/context.ts';
import { Limit } from '../platform/lists/page.ts';
import { browseEvents, showEvent } from './browse.ts';
import { eventTypes } from './types.ts';
import { type Resent, resendEvent } from './webhooks/deliveries/resend.ts';

export const EventsQuery = Type.Object(
  {
    event: Type.Optional(Type.Enum([...eventTypes])),
    object_id: Type.Optional(
      Type.String({ description: 'Id of a payment, payout, refund or webhook endpoint.' }),
    ),
    cursor: Type.Optional(Type.String()),
    limit: Type.Optional(Limit),
  },
  { additionalProperties: false },
);
const read = makeReadQuery(EventsQuery);

/** Lists the events of the actor's mode, newest first. @throws AppError `forbidden`, `invalid_fields` */
export async function browseOwnEvents(
  ctx: Pick<Context, 'db' | 'tokens'>,
  actor: MerchantActor,
  query: Readonly<Record<string, unknown>>,
): ReturnType<typeof browseEvents> {
  requireScope(actor, 'developers:read');
  const { merchant_id, mode } = actor;
  return browseEvents(ctx, { ...read(query), merchant_id, mode });
}

/** Gets an event with its deliveries. @throws AppError `forbidden`, `event_not_found` */
export async function showOwnEvent(
  ctx: Pick<Context, 'db' | 'tokens'>,
  actor: MerchantActor,
  event_id: string,
): ReturnType<typeof showEvent> {
  requireScope(actor, 'developers:read');
  return requireOwnEvent(ctx, actor, event_id);
}

export const EventResend = Type.Object(
  {
    endpoint_id: Type.Optional(
      Type.String({ description: 'Defaults to all endpoints that listen to the event.' }),
    ),
  },
  { additionalProperties: false },
);
const check = makeCheck(EventResend);

/**
 * Sends an event again. @throws AppError `forbidden`, `event_not_found`, `endpoint_not_found`, `conflict`
 * when no endpoint can receive it, `invalid_fields`
 */
export async function resendOwnEvent(
  ctx: Pick<Context, 'db' | 'clock' | 'tokens'>,
  actor: MerchantActor,
  { id: event_id, body }: { readonly id: string; readonly body: unknown },
): Promise<{ items: Resent[] }> {
  requireScope(actor, 'developers:write');
  const { endpoint_id } = check(body);
  await requireOwnEvent(ctx, actor, event_id);
  const { merchant_id } = actor;
  return { items: await resendEvent(ctx, { merchant_id, event_id, endpoint_id }) };
}

async function requireOwnEvent(
  ctx: Pick<Context, 'db' | 'tokens'>,
  { merchant_id, mode }: MerchantActor,
  event_id: string,
): ReturnType<typeof showEvent> {
  const shown = await showEvent(ctx, { merchant_id, event_id });
  if (shown.event.livemode !== (mode === 'live')) throw new AppError('event_not_found');
  return shown;
}
