import { AppError } from '@guichet/kernel/errors';
import { makeId } from '@guichet/kernel/ids';
import { problem } from '@guichet/kernel/problem';
import { makeCheck } from '@guichet/kernel/validation';
import Type from 'typebox';
import type { MerchantActor } from '../../../platform/actor/actor.ts';
import { requireScope } from '../../../platform/actor/require-scope.ts';
import type { Context } from '../../../platform/context.ts';
import { holdEndpoint, keyOf } from './hold.ts';
import { makeSecret } from './make-secret.ts';
import { announceChange, insertSecret, limitSecrets, listLiveSecrets } from './queries.ts';
import { type EndpointReport, showEndpoint } from './show.ts';

/** A week is enough to change any server, and an old secret must expire. */
const overlap_max_hours = 168;

export const RotationInput = Type.Object(
  {
    overlap_hours: Type.Optional(
      Type.Integer({ minimum: 0, maximum: overlap_max_hours, description: 'Defaults to 24.' }),
    ),
  },
  { additionalProperties: false },
);
const check = makeCheck(RotationInput);

const hour_ms = 60 * 60 * 1000;
const overlap_usual_hours = 24;
/** Each valid secret adds a signature to every request. */
const secrets_max = 5;

/** The result of a rotation: the only time that the secret is shown. */
export interface RotatedSecret {
  readonly id: string;
  readonly secret: string;
  /** The valid secrets, newest first, with the times at which all but the newest expire. */
  readonly secrets: EndpointReport['secrets'];
}

/**
 * Gives an endpoint a new secret. The earlier ones stay valid for a while, so that the merchant can switch to the
 * new one at any moment without losing a webhook.
 *
 * @param input.body `overlap_hours`: whole hours, 24 when omitted, at most 168; 0 ends the earlier secrets
 * immediately
 * @throws AppError `forbidden`, `endpoint_not_found`, `invalid_fields`, `conflict` when five secrets are valid
 * already
 */
export async function rotateSecret(
  ctx: Pick<Context, 'db' | 'clock' | 'secrets'>,
  actor: MerchantActor,
  { id: endpoint_id, body }: { readonly id: string; readonly body: unknown },
): Promise<RotatedSecret> {
  requireScope(actor, 'developers:write');
  const { overlap_hours = overlap_usual_hours } = check(body);
  const key = keyOf(actor, endpoint_id);
  const secret = makeSecret();
  await holdEndpoint(ctx, key, async (tx) => {
    const created_at = ctx.clock.now();
    await limitSecrets(tx, key, new Date(created_at.getTime() + overlap_hours * hour_ms));
    const others = await listLiveSecrets(tx, key.merchant_id, [endpoint_id], created_at);
    if (others.length >= secrets_max) throw tooMany();
    const id = makeId('webhook_secret');
    const secret_sealed = ctx.secrets.seal(secret);
    await insertSecret(tx, {
      ...{ merchant_id: key.merchant_id, endpoint_id },
      id,
      secret_sealed,
      created_at,
      expires_at: null,
    });
    await announceChange(tx, endpoint_id);
  });
  return { id: endpoint_id, secret, secrets: (await showEndpoint(ctx, actor, endpoint_id)).secrets };
}

function tooMany(): AppError {
  return new AppError('conflict', {
    reason: problem(
      'too_many_secrets',
      `${secrets_max} secrets of this endpoint are already active. Wait until one expires, or expire them all now with an overlap of 0 hours.`,
      { max: secrets_max },
    ),
  });
}
