import { listAllStaff, makeInvitationFor, makePasswordLinkFor } from '@guichet/core/accounts';
import { type Role, roles } from '@guichet/core/platform';
import { type Command, Option } from 'commander';
import { command } from '../acting.ts';
import type { Shell } from '../shell/shell.ts';
import { withContext } from '../with-context.ts';
import { type Json, jsonOption, merchantOption, type OfMerchant } from './options.ts';

export function addStaffCommands(staff: Command, shell: Shell): void {
  staff
    .command('create')
    .description('invite someone to a merchant; the link is shown only once')
    .argument('<email>', 'e-mail address to sign in with')
    .addOption(merchantOption())
    .addOption(new Option('--role <role>', 'role at the merchant').choices(roles).makeOptionMandatory())
    .addOption(jsonOption())
    .action(async (email: string, options: OfMerchant & { role: Role }) => {
      const { merchant: merchant_id, role } = options;
      await withContext(shell, options, (ctx) =>
        makeInvitationFor(ctx, command(), { merchant_id, email, role }),
      );
    });
  staff
    .command('list')
    .description('list everyone who can sign in, and to which merchant')
    .addOption(jsonOption())
    .action(async (options: Json) => {
      await withContext(shell, options, async (ctx) => ({ staff: await listAllStaff(ctx, command()) }));
    });
  staff
    .command('reset-password')
    .description('create a link to choose a new password; it is shown only once')
    .argument('<email>', 'e-mail address to sign in with')
    .addOption(
      new Option('--merchant <id>', 'id of the merchant, if people at several merchants use this address'),
    )
    .option('--clear-factors', 'also remove the second factor and the passkeys')
    .addOption(jsonOption())
    .action(async (email: string, options: Json & { merchant?: string; clearFactors?: true }) => {
      const { merchant: merchant_id } = options;
      const clears_factors = options.clearFactors === true;
      await withContext(shell, options, (ctx) =>
        makePasswordLinkFor(ctx, command(), { email, merchant_id, clears_factors }),
      );
    });
}
