import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { logo_limits, logoProblem, setBranding, updateProfile } from '@guichet/core/accounts';
import { invalidFields } from '@guichet/kernel/errors';
import { type Command, Option } from 'commander';
import { actingFor } from '../acting.ts';
import type { Shell } from '../shell/shell.ts';
import { withContext } from '../with-context.ts';
import { jsonOption, merchantOption, type OfMerchant } from './options.ts';

interface SetOptions extends OfMerchant {
  readonly primaryColor?: string;
  readonly logo?: string;
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
      'set the colour, the logo, the default template, and the contact for customers; omitted options keep their value',
    )
    .addOption(merchantOption())
    .option('--primary-color <colour>', '#RRGGBB, or "" for the default blue')
    .option(
      '--logo <file>',
      'PNG, JPEG or WebP of at most 2,048 bytes and 256 pixels each way, or "" for none; the dashboard makes any picture small enough',
    )
    .addOption(new Option('--template <code>', 'template').choices(['default', 'abidjan', 'cotonou']))
    .option('--phone <number>', 'number that customers can call, or "" for none')
    .option('--whatsapp <number>', 'number on WhatsApp, or "" for none')
    .option('--email <address>', 'address that customers can write to, or "" for none')
    .option('--hours <text>', 'opening hours in your own words, or "" for none')
    .option('--pi-spi-alias <uuid>', 'alias at PI-SPI, for QR codes of payment links, or "" for none')
    .addOption(jsonOption())
    .action(async (options: SetOptions) => {
      const { merchant, primaryColor, template, piSpiAlias } = options;
      const logo = await readLogo(shell, options.logo);
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
          ...(logo !== undefined && { logo }),
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

/**
 * Reads the file of a logo; an empty path removes the logo.
 *
 * @throws AppError `invalid_fields` if it cannot be read or does not qualify, before anything is written
 */
async function readLogo(
  { cwd }: Pick<Shell, 'cwd'>,
  path: string | undefined,
): Promise<string | null | undefined> {
  if (path === undefined) return undefined;
  if (path === '') return null;
  const text = await readStart(resolve(cwd(), path)).catch((error: unknown) => {
    throw invalidFields({ logo: [error instanceof Error ? error.message : String(error)] });
  });
  const problem = logoProblem(text);
  if (problem) throw invalidFields({ logo: [problem] });
  return text;
}

/** Reads a file up to the first byte that is too many, in base64. */
async function readStart(path: string): Promise<string> {
  const file = await open(path);
  try {
    const buffer = Buffer.alloc(logo_limits.bytes_max + 1);
    const { bytesRead } = await file.read(buffer, 0, buffer.length);
    return buffer.toString('base64', 0, bytesRead);
  } finally {
    await file.close();
  }
}
