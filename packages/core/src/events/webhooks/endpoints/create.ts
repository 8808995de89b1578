import { AppError } from '@guichet/kernel/errors';
import { url_form } from '@guichet/kernel/forms';
import { makeId } from '@guichet/kernel/ids';
import { limits } from '@guichet/kernel/limits';
import { type Problem, problem } from '@guichet/kernel/problem';
import { urlProblem } from '@guichet/kernel/url';
import { makeCheck } from '@guichet/kernel/validation';
import Type from 'typebox';
import { requireMerchant } from '../../../accounts/merchants/find.ts';
import type { MerchantActor } from '../../../platform/actor/actor.ts';
import { requireScope } from '../../../platform/actor/require-scope.ts';
import type { Context } from '../../../platform/context.ts';
import type { Mode } from '../../../platform/database/columns.ts';
import type { Connection } from '../../../platform/database/connect.ts';
import { waitForWriters } from '../../../platform/database/wait-for-writers.ts';
import { makeGuard } from '../../../platform/network/guard-address.ts';
import { holdFeed } from '../../queries.ts';
import { eventTypes } from '../../types.ts';
import { makeSecret } from './make-secret.ts';
import { countEndpoints, insertEndpoint, insertSecret } from './queries.ts';

/** The maximum number of endpoints per merchant and mode: each event is sent to all that listen to it. */
const endpoints_max = 100;

/** The events that an endpoint listens to. */
export const EventSelection = Type.Array(Type.Enum([...eventTypes]), { minItems: 1 });
export const Description = Type.String({ minLength: 1, maxLength: limits.description_length_max });

export const EndpointInput = Type.Object(
  {
    url: Type.String({ maxLength: limits.url_length_max, ...url_form }),
    /** Every event when omitted. */
    events: Type.Optional(EventSelection),
    /** The name that staff give the endpoint. */
    description: Type.Optional(Description),
  },
  { additionalProperties: false },
);
const check = makeCheck(EndpointInput);

/**
 * Creates an endpoint in the actor's mode: events committed from then on are sent to it. Only this result contains
 * its secret.
 *
 * @throws AppError `forbidden`, `merchant_not_found`, `invalid_fields`, `conflict` when there are already 100,
 * `unavailable` when transactions have been writing events for 5 seconds
 */
export async function createEndpoint(
  ctx: Pick<Context, 'db' | 'clock' | 'secrets' | 'allow_local_addresses' | 'webhook_networks'>,
  actor: MerchantActor,
  input: unknown,
): Promise<{ id: string; secret: string }> {
  requireScope(actor, 'developers:write');
  const { merchant_id, mode } = actor;
  const { url, events, description } = check(input, {
    url: (text) => endpointProblem(ctx, text, mode),
  });
  await requireMerchant(ctx, merchant_id);
  const id = makeId('webhook_endpoint');
  const secret = makeSecret();
  const created_at = ctx.clock.now();
  // Waits for transactions that are writing an event: they may have read the endpoints already.
  await waitForWriters(ctx, async (tx, wait_ms) => {
    await holdFeed(tx, { merchant_id, mode }, wait_ms);
    // Counted while the feed is locked: concurrent requests cannot exceed the maximum.
    await requireRoom(tx, actor);
    await insertEndpoint(tx, {
      merchant_id,
      id,
      mode,
      url,
      description: description ?? null,
      event_types: events ?? null,
      enabled: true,
      disabled_reason: null,
      disabled_at: null,
      created_at,
      updated_at: created_at,
      deleted_at: null,
    });
    await insertSecret(tx, {
      merchant_id,
      endpoint_id: id,
      id: makeId('webhook_secret'),
      secret_sealed: ctx.secrets.seal(secret),
      created_at,
      expires_at: null,
    });
  });
  return { id, secret };
}

async function requireRoom(tx: Connection, { merchant_id, mode }: MerchantActor): Promise<void> {
  if ((await countEndpoints(tx, merchant_id, mode)) < endpoints_max) return;
  const sentence = `There are already ${endpoints_max} endpoints in ${mode} mode. Delete one that is no longer needed: guichet webhooks delete <id>`;
  throw new AppError('conflict', { reason: problem('too_many_endpoints', sentence, { max: endpoints_max }) });
}

/** Checks a webhook URL. @returns the problem, undefined when it can be used */
export function endpointProblem(
  { allow_local_addresses, webhook_networks }: Pick<Context, 'allow_local_addresses' | 'webhook_networks'>,
  text: string,
  mode: Mode,
): Problem | undefined {
  const found = urlProblem(text, { https_only: false });
  if (found !== undefined) return found;
  const { hostname } = new URL(text);
  const guard = makeGuard(webhook_networks);
  // Plain HTTP is acceptable inside an allowed private network.
  const https_only = mode === 'live' && !allow_local_addresses && !guard.isInside(hostname);
  return urlProblem(text, { https_only }) ?? guard.addressProblem(hostname);
}
