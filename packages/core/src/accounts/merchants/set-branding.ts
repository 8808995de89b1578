import { color_form } from '@guichet/kernel/forms';
import { problem } from '@guichet/kernel/problem';
import { makeCheck } from '@guichet/kernel/validation';
import Type from 'typebox';
import type { MerchantActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { requireMerchant } from './find.ts';
import { updateMerchant } from './queries.ts';

export const BrandingInput = Type.Object(
  {
    /** An empty string resets the color to the service's blue (interface, section "What the service does", 8). */
    primary_color: Type.Optional(Type.String(color_form)),
    template: Type.Optional(Type.Enum(['default', 'abidjan', 'cotonou'])),
  },
  { additionalProperties: false },
);
const check = makeCheck(BrandingInput);

/**
 * Sets the merchant's color and default template; omitted settings are unchanged. The next page load shows the
 * change.
 *
 * @throws AppError `forbidden`, `merchant_not_found`, `invalid_fields`
 */
export async function setBranding(
  ctx: Pick<Context, 'db'>,
  actor: MerchantActor,
  input: unknown,
): Promise<{ primary_color: string | null; template: string }> {
  requireScope(actor, 'settings:write');
  const { merchant_id } = actor;
  const { primary_color, template } = check(input, {
    primary_color: (text) =>
      text === '' || /^#[0-9A-Fa-f]{6}$/.test(text)
        ? undefined
        : problem('not_a_color', 'must be a colour as #RRGGBB, or empty'),
  });
  const merchant = await requireMerchant(ctx, merchant_id);
  if (primary_color === undefined && template === undefined) {
    return { primary_color: merchant.primary_color, template: merchant.template };
  }
  const updated = await updateMerchant(ctx.db, merchant_id, {
    ...(primary_color !== undefined && { primary_color: primary_color.toUpperCase() || null }),
    ...(template !== undefined && { template }),
  });
  return {
    primary_color: updated?.primary_color ?? null,
    template: updated?.template ?? merchant.template,
  };
}
