import { showPayout } from '@guichet/core/transfers';
import type { Command } from 'commander';
import { command } from '../acting.ts';
import type { Shell } from '../shell/shell.ts';
import { withContext } from '../with-context.ts';
import { type Json, jsonOption } from './options.ts';

export function addPayoutCommands(program: Command, shell: Shell): void {
  const payouts = program.command('payouts').description('inspect payouts');
  payouts
    .command('show')
    .description('show a payout with its transitions, ledger entries, events and deliveries')
    .argument('<id>', 'id of the payout')
    .addOption(jsonOption())
    .action(async (id: string, options: Json) => {
      await withContext(shell, options, (ctx) => showPayout(ctx, command(), id));
    });
}
