import { setBranding, updateProfile } from '@guichet/core/accounts';
import { type Command, Option } from 'commander';
import { actingFor } from '../acting.ts';
import type { Shell } from '../shell/shell.ts';
import { withContext } from '../with-context.ts';
import { jsonOption, merchantOption, type OfMerchant } from './options.ts';

interface SetOptions extends OfMerchant {
  readonly primaryColor?: string;
  readonly template?: 'default' | 'abidjan' | 'cotonou';
  readonly phone?: string;
  readonly whatsapp?: string;
  readonly email?: string;
  readonly hours?: string;
  readonly piSpiAlias?: string;
}

export function addBrandingCommands(branding: Command, shell: Shell): void {
  branding
    .command('set')
    .description(
      'set the colour, the default template, and the contact for customers; omitted options keep their value',
    )
    .addOption(merchantOption())
    .option('--primary-color <colour>', '#RRGGBB, or "" for the default blue')
    .addOption(new Option('--template <code>', 'template').choices(['default', 'abidjan', 'cotonou']))
    .option('--phone <number>', 'number that customers can call, or "" for none')
    .option('--whatsapp <number>', 'number on WhatsApp, or "" for none')
    .option('--email <address>', 'address that customers can write to, or "" for none')
    .option('--hours <text>', 'opening hours in your own words, or "" for none')
    .option('--pi-spi-alias <uuid>', 'alias at PI-SPI, for QR codes of payment links, or "" for none')
    .addOption(jsonOption())
    .action(async (options: SetOptions) => {
      const { merchant, primaryColor, template, piSpiAlias } = options;
      await withContext(shell, options, async (ctx) => {
        const actor = actingFor(merchant);
        // First, because its fields are checked before anything is written.
        const { contact, pi_spi_alias } = await updateProfile(ctx, actor, {
          contact: contactIn(options),
          ...(piSpiAlias !== undefined && { pi_spi_alias: piSpiAlias === '' ? null : piSpiAlias }),
        });
        const branding = await setBranding(ctx, actor, {
          ...(primaryColor !== undefined && { primary_color: primaryColor }),
          ...(template !== undefined && { template }),
        });
        return { ...branding, contact, pi_spi_alias };
      });
    });
}

/** Returns the given fields of the contact; an empty text removes one. */
function contactIn({ phone, whatsapp, email, hours }: SetOptions): Readonly<Record<string, string | null>> {
  const given = Object.entries({ phone, whatsapp, email, hours }).filter(
    (one): one is [string, string] => one[1] !== undefined,
  );
  return Object.fromEntries(given.map(([name, text]) => [name, text === '' ? null : text]));
}
