import { setBranding } from '@guichet/core/accounts';
import { type Command, Option } from 'commander';
import { actingFor } from '../acting.ts';
import type { Shell } from '../shell/shell.ts';
import { withContext } from '../with-context.ts';
import { jsonOption, merchantOption, type OfMerchant } from './options.ts';

interface SetOptions extends OfMerchant {
  readonly primaryColor?: string;
  readonly template?: 'default' | 'abidjan' | 'cotonou';
}

export function addBrandingCommands(branding: Command, shell: Shell): void {
  branding
    .command('set')
    .description('set the colour and the default template; omitted options keep their value')
    .addOption(merchantOption())
    .option('--primary-color <colour>', '#RRGGBB, or "" for the default blue')
    .addOption(new Option('--template <code>', 'template').choices(['default', 'abidjan', 'cotonou']))
    .addOption(jsonOption())
    .action(async (options: SetOptions) => {
      const { merchant, primaryColor, template } = options;
      await withContext(shell, options, (ctx) =>
        setBranding(ctx, actingFor(merchant), {
          ...(primaryColor !== undefined && { primary_color: primaryColor }),
          ...(template !== undefined && { template }),
        }),
      );
    });
}
