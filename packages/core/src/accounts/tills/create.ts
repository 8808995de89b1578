import { invalidFields } from '@guichet/kernel/errors';
import { makeId } from '@guichet/kernel/ids';
import { problem } from '@guichet/kernel/problem';
import { makeCheck } from '@guichet/kernel/validation';
import type { MerchantActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { currencyProblem } from '../../platform/input/rules.ts';
import { nameProblem } from '../staff/fields.ts';
import { drawPairingCode } from './pairing-code.ts';
import { presentPairing } from './present.ts';
import { countTills, insertTill } from './queries.ts';
import { requireListedTill } from './require.ts';
import { counter_limits, type PairingObject, TillInput } from './schemas.ts';

const check = makeCheck(TillInput);

/**
 * Creates a till, with the code that pairs its first device.
 *
 * @throws AppError `forbidden`, `invalid_fields`
 */
export async function createTill(
  ctx: Pick<Context, 'db' | 'clock' | 'public_url'>,
  actor: MerchantActor,
  body: unknown,
): Promise<PairingObject> {
  requireScope(actor, 'tills:write');
  const { name, currency, language } = check(body, {
    name: nameProblem,
    currency: currencyProblem,
  });
  const { merchant_id, mode } = actor;
  if ((await countTills(ctx.db, merchant_id)) >= counter_limits.tills_max) {
    const { tills_max: max } = counter_limits;
    throw invalidFields({
      name: [problem('too_many_tills', `must be one of at most ${max} tills`, { max })],
    });
  }
  const id = makeId('till');
  const drawn = drawPairingCode(ctx.clock.now());
  const { pairing_hash, pairing_expires_at } = drawn;
  await insertTill(ctx.db, {
    ...{ merchant_id, id, mode, name: name.trim(), currency, language, pairing_hash, pairing_expires_at },
    ...{ status: 'unpaired', token_hash: null, paired_at: null, created_at: ctx.clock.now() },
  });
  return presentPairing(ctx, await requireListedTill(ctx.db, actor, id), drawn);
}
