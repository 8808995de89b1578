import { randomBytes } from 'node:crypto';
import { makeId } from '@guichet/kernel/ids';
import { limits } from '@guichet/kernel/limits';
import { urlProblem } from '@guichet/kernel/url';
import { makeCheck } from '@guichet/kernel/validation';
import Type, { type Static } from 'typebox';
import type { Context } from '../context.ts';
import type { Mode } from '../database/columns.ts';
import { eventTypes } from '../events/types.ts';
import { requireMerchant } from '../merchants/find.ts';
import { addressProblem } from '../webhooks/guard-address.ts';
import { insertEndpoint, insertSecret } from './queries.ts';

const EndpointInput = Type.Object(
  {
    mode: Type.Enum(['test', 'live']),
    url: Type.String({ maxLength: limits.url_length_max }),
    /** Left out: every event. */
    events: Type.Optional(Type.Array(Type.Enum([...eventTypes]), { minItems: 1 })),
  },
  { additionalProperties: false },
);
const check = makeCheck(EndpointInput);

/** Standard Webhooks asks for 24 to 64 random bytes. */
const secret_bytes = 32;

/**
 * Makes an endpoint that is told about the merchant's events. The secret is in the answer only.
 *
 * @throws AppError `merchant_not_found`, `invalid_fields`
 */
export async function createEndpoint(
  ctx: Pick<Context, 'db' | 'clock' | 'secrets' | 'allow_local_addresses'>,
  merchant_id: string,
  input: Static<typeof EndpointInput>,
): Promise<{ id: string; secret: string }> {
  const { mode, url, events } = check(input, { url: (text) => endpointProblem(ctx, text, input.mode) });
  await requireMerchant(ctx, merchant_id);
  const id = makeId('webhook_endpoint');
  const secret = `whsec_${randomBytes(secret_bytes).toString('base64')}`;
  const created_at = ctx.clock.now();
  await ctx.db.transaction().execute(async (tx) => {
    await insertEndpoint(tx, {
      merchant_id,
      id,
      mode,
      url,
      description: null,
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

function endpointProblem(
  { allow_local_addresses }: Pick<Context, 'allow_local_addresses'>,
  text: string,
  mode: Mode,
): string | undefined {
  const https_only = mode === 'live' && !allow_local_addresses;
  return urlProblem(text, { https_only }) ?? addressProblem(new URL(text).hostname, allow_local_addresses);
}
