import { url_form } from '@guichet/kernel/forms';
import { limits } from '@guichet/kernel/limits';
import { makeCheck } from '@guichet/kernel/validation';
import Type, { type Static } from 'typebox';
import type { MerchantActor } from '../../../platform/actor/actor.ts';
import { requireScope } from '../../../platform/actor/require-scope.ts';
import type { Context } from '../../../platform/context.ts';
import { Description, EventSelection, endpointProblem } from './create.ts';
import { holdListening, keyOf } from './hold.ts';
import { announceChange, forgetHealth, updateEndpoint as writeEndpoint } from './queries.ts';
import { type EndpointReport, showEndpoint } from './show.ts';

/** Omitted fields are unchanged. */
export const EndpointChange = Type.Object(
  {
    url: Type.Optional(Type.String({ maxLength: limits.url_length_max, ...url_form })),
    /** null for none. */
    description: Type.Optional(Type.Union([Description, Type.Null()])),
    /** null for every event. */
    events: Type.Optional(Type.Union([EventSelection, Type.Null()])),
  },
  { additionalProperties: false },
);
export type EndpointChange = Static<typeof EndpointChange>;
const check = makeCheck(EndpointChange);

/**
 * Changes an endpoint. Waiting deliveries go to its new URL, which starts with a clean record; a new selection of
 * events does not affect deliveries that were already scheduled.
 *
 * @throws AppError `forbidden`, `endpoint_not_found`, `invalid_fields`, `unavailable` when transactions have been
 * writing events for 5 seconds
 */
export async function updateEndpoint(
  ctx: Pick<Context, 'db' | 'clock' | 'allow_local_addresses' | 'webhook_networks'>,
  actor: MerchantActor,
  { id: endpoint_id, body }: { readonly id: string; readonly body: unknown },
): Promise<EndpointReport> {
  requireScope(actor, 'developers:write');
  const key = keyOf(actor, endpoint_id);
  await holdListening(ctx, key, async (tx, endpoint) => {
    const { url, description, events } = check(body, {
      url: (text) => endpointProblem(ctx, text, endpoint.mode),
    });
    await writeEndpoint(tx, endpoint, {
      ...(url !== undefined && { url }),
      ...(description !== undefined && { description }),
      ...(events !== undefined && { event_types: events }),
      updated_at: ctx.clock.now(),
    });
    if (url === undefined || url === endpoint.url) return;
    await forgetHealth(tx, key);
    await announceChange(tx, endpoint_id);
  });
  return showEndpoint(ctx, actor, endpoint_id);
}
