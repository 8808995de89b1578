import { documented } from '@guichet/kernel/documented';
import { AppError } from '@guichet/kernel/errors';
import { beside, moment_form } from '@guichet/kernel/forms';
import { problem } from '@guichet/kernel/problem';
import { makeReadQuery } from '@guichet/kernel/query';
import { makeCheck } from '@guichet/kernel/validation';
import Type from 'typebox';
import type { MerchantActor } from '../../../platform/actor/actor.ts';
import { requireScope } from '../../../platform/actor/require-scope.ts';
import type { Context } from '../../../platform/context.ts';
import { momentProblem } from '../../../platform/lists/moment.ts';
import { Limit } from '../../../platform/lists/page.ts';
import { eventTypes } from '../../types.ts';
import { keyOf } from '../endpoints/hold.ts';
import { findEndpoint } from '../endpoints/queries.ts';
import { listDeliveries } from './list.ts';
import { type Resent, resendDelivery, resendFailed, resendRange } from './resend.ts';
import { type DeliveryKey, showDelivery } from './show.ts';

export const DeliveryQuery = Type.Object(
  {
    endpoint_id: Type.Optional(Type.String()),
    status: Type.Optional(Type.Enum(['waiting', 'delivered', 'failed'])),
    event: Type.Optional(Type.Enum([...eventTypes])),
    since: Type.Optional(Type.String({ description: 'ISO 8601: events from this time on.', ...moment_form })),
    until: Type.Optional(Type.String({ description: 'ISO 8601: events before this time.', ...moment_form })),
    cursor: Type.Optional(Type.String()),
    limit: Type.Optional(Limit),
  },
  { additionalProperties: false },
);
const read = makeReadQuery(DeliveryQuery);

/**
 * Lists the delivery log of the actor's mode, newest event first. @throws AppError `forbidden`,
 * `invalid_fields`, `endpoint_not_found`
 */
export async function listOwnDeliveries(
  ctx: Pick<Context, 'db'>,
  actor: MerchantActor,
  query: Readonly<Record<string, unknown>>,
): ReturnType<typeof listDeliveries> {
  requireScope(actor, 'developers:read');
  const { since, until, ...filter } = read(query, { since: momentProblem, until: momentProblem });
  const { merchant_id, mode } = actor;
  return listDeliveries(ctx, {
    ...filter,
    merchant_id,
    mode,
    since: since === undefined ? undefined : new Date(since),
    until: until === undefined ? undefined : new Date(until),
  });
}

/** Gets a delivery with its attempts. @throws AppError `forbidden`, `delivery_not_found` */
export async function showOwnDelivery(
  ctx: Pick<Context, 'db'>,
  actor: MerchantActor,
  delivery_id: string,
): ReturnType<typeof showDelivery> {
  requireScope(actor, 'developers:read');
  return requireOwnDelivery(ctx, actor, delivery_id);
}

/**
 * Sends a delivery again. @throws AppError `forbidden`, `delivery_not_found`, `endpoint_not_found`,
 * `conflict` for a disabled endpoint
 */
export async function resendOwnDelivery(
  ctx: Pick<Context, 'db' | 'clock'>,
  actor: MerchantActor,
  delivery_id: string,
): Promise<Resent> {
  requireScope(actor, 'developers:write');
  const key: DeliveryKey = { merchant_id: actor.merchant_id, delivery_id };
  await requireOwnDelivery(ctx, actor, delivery_id);
  return resendDelivery(ctx, key);
}

export const ResendInput = Type.Object(
  {
    which: Type.Enum(['failed', 'all'], {
      description:
        '`failed`: deliveries that were given up; `all`: every event that the endpoint listens to.',
    }),
    since: Type.String({ description: 'ISO 8601.', ...moment_form }),
    until: Type.Optional(
      Type.String({ description: 'ISO 8601; defaults to now. Only with `all`.', ...moment_form }),
    ),
  },
  {
    additionalProperties: false,
    ...documented({
      if: { ...beside({ which: { const: 'failed' } }), required: ['which'] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: beside({ until: { type: 'null' } }),
    }),
  },
);
const checkResend = makeCheck(ResendInput);

/**
 * Sends an endpoint's failed events again, or all events of a period.
 *
 * @throws AppError `forbidden`, `endpoint_not_found`, `conflict` when it is disabled, `invalid_fields`
 */
export async function resendToOwnEndpoint(
  ctx: Pick<Context, 'db' | 'clock'>,
  actor: MerchantActor,
  { id: endpoint_id, body }: { readonly id: string; readonly body: unknown },
): Promise<Resent> {
  requireScope(actor, 'developers:write');
  const key = keyOf(actor, endpoint_id);
  const { which, ...range } = checkResend(body, {
    since: momentProblem,
    until: (text, { which: chosen }) =>
      chosen === 'failed'
        ? problem('only_for_all', 'applies only when resending all events')
        : momentProblem(text),
  });
  if (!(await findEndpoint(ctx.db, key))) throw new AppError('endpoint_not_found');
  const since = new Date(range.since);
  if (which === 'failed') return resendFailed(ctx, { ...key, since });
  const until = range.until === undefined ? undefined : new Date(range.until);
  return resendRange(ctx, { ...key, since, until });
}

async function requireOwnDelivery(
  ctx: Pick<Context, 'db'>,
  { merchant_id, mode }: MerchantActor,
  delivery_id: string,
): ReturnType<typeof showDelivery> {
  const delivery = await showDelivery(ctx, { merchant_id, delivery_id });
  if (delivery.livemode !== (mode === 'live')) throw new AppError('delivery_not_found');
  return delivery;
}
