import { AppError, invalidFields } from '@guichet/kernel/errors';
import { makeId } from '@guichet/kernel/ids';
import { problem } from '@guichet/kernel/problem';
import type { Context } from '../../../platform/context.ts';
import { holdEndpoint } from './hold.ts';
import { makeSecret } from './make-secret.ts';
import { type EndpointKey, insertSecret, limitSecrets, listLiveSecrets } from './queries.ts';
import { type EndpointReport, showEndpoint } from './show.ts';

const hour_ms = 60 * 60 * 1000;
const overlap_usual_hours = 24;
/** A week is enough to change any server, and an old secret must end. */
export const overlap_max_hours = 168;
/** Each adds a signature to every request. */
const secrets_max = 5;

/** The result of a rotation: the only time that the secret is shown. */
export interface RotatedSecret {
  readonly id: string;
  readonly secret: string;
  /** The valid secrets, newest first, with the time at which the others end. */
  readonly secrets: EndpointReport['secrets'];
}

/**
 * Gives an endpoint a new secret. The earlier ones stay valid for a while, so that the merchant can change
 * theirs at any moment without losing a webhook.
 *
 * @param options.overlap_hours whole hours, 24 when omitted, at most 168; 0 ends the earlier secrets at once
 * @throws AppError `endpoint_not_found`, `invalid_fields`, `conflict` when five secrets are valid already
 */
export async function rotateSecret(
  ctx: Pick<Context, 'db' | 'clock' | 'secrets'>,
  key: EndpointKey,
  { overlap_hours = overlap_usual_hours }: { readonly overlap_hours?: number } = {},
): Promise<RotatedSecret> {
  if (!Number.isInteger(overlap_hours) || overlap_hours < 0 || overlap_hours > overlap_max_hours)
    throw invalidFields({
      overlap_hours: [
        problem('out_of_range', `must be a whole number from 0 to ${overlap_max_hours}`, {
          min: 0,
          max: overlap_max_hours,
        }),
      ],
    });
  const secret = makeSecret();
  await holdEndpoint(ctx, key, async (tx) => {
    const created_at = ctx.clock.now();
    await limitSecrets(tx, key, new Date(created_at.getTime() + overlap_hours * hour_ms));
    const others = await listLiveSecrets(tx, key.merchant_id, [key.endpoint_id], created_at);
    if (others.length >= secrets_max) throw tooMany();
    const id = makeId('webhook_secret');
    const secret_sealed = ctx.secrets.seal(secret);
    await insertSecret(tx, { ...key, id, secret_sealed, created_at, expires_at: null });
  });
  return { id: key.endpoint_id, secret, secrets: (await showEndpoint(ctx, key)).secrets };
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
