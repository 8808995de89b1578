import { timestampText } from '@guichet/kernel/clock';
import { not_blank } from '@guichet/kernel/forms';
import { hasPiSpi, isPiSpiAlias } from '@guichet/kernel/pi-spi';
import { problem } from '@guichet/kernel/problem';
import { makeCheck } from '@guichet/kernel/validation';
import Type, { type Static } from 'typebox';
import type { MerchantActor, StaffActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { ContactInput, ContactObject, contact_rules, contactColumns, contactOf } from './contact.ts';
import { requireMerchant } from './find.ts';
import { dataUrl, type Logo } from './logo/picture.ts';
import { findLogo } from './logo/queries.ts';
import { type Merchant, updateMerchant } from './queries.ts';
import { setBranding } from './set-branding.ts';

const templates = ['default', 'abidjan', 'cotonou'] as const;

/** A merchant as its staff see it, the same in both modes. */
export const ProfileObject = Type.Object({
  id: Type.String(),
  name: Type.String({ description: 'Customers see it on the payment page.' }),
  country: Type.String({ description: 'ISO 3166-1 alpha-2.' }),
  primary_color: Type.Union([Type.String(), Type.Null()], {
    description: '`#RRGGBB`; null for the service’s default blue.',
  }),
  logo: Type.Union([Type.String(), Type.Null()], {
    description: 'The picture beside the name, as a `data:` URL; null without one.',
  }),
  contact: ContactObject,
  pi_spi_alias: Type.Union([Type.String(), Type.Null()], {
    description: 'Alias at PI-SPI, for QR codes of payment links that apps of banks and wallets scan.',
  }),
  has_pi_spi: Type.Boolean({ description: 'Whether PI-SPI works in the merchant’s country.' }),
  template: Type.Enum(templates, { description: 'Default template, for sessions that specify none.' }),
  created_at: Type.String({ description: 'ISO 8601 with numeric offset.' }),
});
export type ProfileObject = Static<typeof ProfileObject>;

export const ProfileInput = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 100, ...not_blank })),
    contact: Type.Optional(ContactInput),
    pi_spi_alias: Type.Optional(Type.Union([Type.String({ maxLength: 36 }), Type.Null()])),
  },
  { additionalProperties: false },
);
const check = makeCheck(ProfileInput);

/** Gets the merchant's profile. @throws AppError `forbidden` */
export async function showProfile(ctx: Pick<Context, 'db'>, actor: MerchantActor): Promise<ProfileObject> {
  requireScope(actor, 'settings:read');
  const { merchant_id } = actor;
  return present(await requireMerchant(ctx, merchant_id), await findLogo(ctx.db, merchant_id));
}

/**
 * Changes the name and the contact that customers see; what is omitted stays. @throws AppError `forbidden`,
 * `invalid_fields`
 */
export async function updateProfile(
  ctx: Pick<Context, 'db'>,
  actor: MerchantActor,
  input: unknown,
): Promise<ProfileObject> {
  requireScope(actor, 'settings:write');
  const { name, contact, pi_spi_alias } = check(input, {
    name: (text) => (text.trim() === '' ? problem('empty', 'must not be empty') : undefined),
    contact: contact_rules,
    pi_spi_alias: (text) =>
      text === null || isPiSpiAlias(text)
        ? undefined
        : problem('not_an_alias', 'must be a UUID of version 4 in lower case, as the bank gave it'),
  });
  const changes = {
    ...(name !== undefined && { name: name.trim() }),
    ...(contact && contactColumns(contact)),
    ...(pi_spi_alias !== undefined && { pi_spi_alias }),
  };
  if (Object.keys(changes).length > 0) await updateMerchant(ctx.db, actor.merchant_id, changes);
  return showProfile(ctx, actor);
}

/**
 * Sets the merchant's color, default template and logo, like {@link setBranding}. @throws AppError `forbidden`,
 * `invalid_fields`
 */
export async function updateBranding(
  ctx: Pick<Context, 'db'>,
  actor: StaffActor,
  input: unknown,
): Promise<ProfileObject> {
  requireScope(actor, 'settings:write');
  await setBranding(ctx, actor, input);
  return showProfile(ctx, actor);
}

function present(merchant: Merchant, logo: Logo | undefined): ProfileObject {
  const { id, name, country, primary_color, template, pi_spi_alias, created_at } = merchant;
  return {
    ...{ id, name, country, primary_color, template, pi_spi_alias },
    logo: logo ? dataUrl(logo) : null,
    contact: contactOf(merchant),
    has_pi_spi: hasPiSpi(country),
    created_at: timestampText(created_at),
  };
}
