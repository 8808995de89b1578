import { isCountry } from '@guichet/kernel/countries';
import { makeMerchantId } from '@guichet/kernel/ids';
import { problem } from '@guichet/kernel/problem';
import { makeCheck } from '@guichet/kernel/validation';
import Type from 'typebox';
import type { CommandActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { insertMerchant } from './queries.ts';

const check = makeCheck(
  Type.Object(
    {
      name: Type.String({ minLength: 1, maxLength: 100 }),
      country: Type.String(),
      is_demo: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
);

/** Enough even if 16,000 merchants, half of what is possible, were created within a second. */
const ids_drawn_max = 30;

/**
 * Creates a merchant.
 *
 * @param input.country ISO 3166-1 alpha-2
 * @throws AppError `forbidden`, `invalid_fields`
 */
export async function createMerchant(
  ctx: Pick<Context, 'db' | 'clock'>,
  actor: CommandActor,
  input: { name: string; country: string; is_demo?: boolean },
): Promise<{ id: string }> {
  requireScope(actor, 'installation:write');
  const { name, country, is_demo } = check(input, {
    name: (text) => (text.trim() === '' ? problem('empty', 'must not be empty') : undefined),
    country: (code) =>
      isCountry(code)
        ? undefined
        : problem('not_a_country', 'must be an ISO 3166-1 alpha-2 code, for example CI'),
  });
  const merchant = {
    name: name.trim(),
    country,
    primary_color: null,
    is_demo: is_demo ?? false,
    // Nothing in a demo is real, and its password is printed on the screen.
    second_factor_in_live: is_demo !== true,
    created_at: ctx.clock.now(),
  };
  for (let drawn = 0; drawn < ids_drawn_max; drawn++) {
    const id = makeMerchantId();
    if (await insertMerchant(ctx.db, { ...merchant, id })) return { id };
  }
  throw new Error('each id drawn for the merchant belongs to another merchant');
}
