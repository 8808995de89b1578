import { color_form } from '@guichet/kernel/forms';
import { problem } from '@guichet/kernel/problem';
import { makeCheck } from '@guichet/kernel/validation';
import Type, { type Static } from 'typebox';
import type { MerchantActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { requireMerchant } from './find.ts';
import type { Logo } from './logo/picture.ts';
import { deleteLogo, findLogo, keepLogo } from './logo/queries.ts';
import { logoProblem, readLogo } from './logo/read-logo.ts';
import { type Merchant, updateMerchant } from './queries.ts';

export const BrandingInput = Type.Object(
  {
    /** An empty string resets the color to the service's blue (interface, section "What the service does", 8). */
    primary_color: Type.Optional(Type.String(color_form)),
    template: Type.Optional(Type.Enum(['default', 'abidjan', 'cotonou'])),
    logo: Type.Optional(
      Type.Union([Type.String(), Type.Null()], {
        description:
          'A still PNG, JPEG or WebP in base64, of at most 2,048 bytes and 256 pixels each way; null removes it.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type BrandingInput = Static<typeof BrandingInput>;
const check = makeCheck(BrandingInput);

/** The look of a merchant's pages. */
export interface Branding {
  readonly primary_color: string | null;
  readonly template: Merchant['template'];
  readonly logo: Omit<Logo, 'picture'> | null;
}

/**
 * Sets the merchant's color, default template and logo; omitted settings are unchanged. The next page load shows
 * the change.
 *
 * @throws AppError `forbidden`, `merchant_not_found`, `invalid_fields`
 */
export async function setBranding(
  ctx: Pick<Context, 'db'>,
  actor: MerchantActor,
  input: unknown,
): Promise<Branding> {
  requireScope(actor, 'settings:write');
  const { merchant_id } = actor;
  const {
    primary_color,
    template,
    logo: given,
  } = check(input, {
    primary_color: (text) =>
      text === '' || /^#[0-9A-Fa-f]{6}$/.test(text)
        ? undefined
        : problem('not_a_color', 'must be a colour as #RRGGBB, or empty'),
    logo: (text) => (text === null ? undefined : logoProblem(text)),
  });
  const change = {
    ...(primary_color !== undefined && { primary_color: primary_color.toUpperCase() || null }),
    ...(template !== undefined && { template }),
  };
  return ctx.db.transaction().execute(async (tx) => {
    const merchant = await requireMerchant({ db: tx }, merchant_id);
    const isChanged = Object.keys(change).length > 0;
    const changed = isChanged ? await updateMerchant(tx, merchant_id, change) : merchant;
    if (given === null) await deleteLogo(tx, merchant_id);
    else if (given !== undefined) await keepLogo(tx, merchant_id, readLogo(given));
    return present(changed ?? merchant, await findLogo(tx, merchant_id));
  });
}

function present({ primary_color, template }: Merchant, logo: Logo | undefined): Branding {
  if (!logo) return { primary_color, template, logo: null };
  const { media_type, width, height } = logo;
  return { primary_color, template, logo: { media_type, width, height } };
}
