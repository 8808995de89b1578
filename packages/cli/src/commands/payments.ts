import { showPayment } from '@guichet/core/reads';
import type { Command } from 'commander';
import { command } from '../acting.ts';
import type { Shell } from '../shell/shell.ts';
import { withContext } from '../with-context.ts';
import { type Json, jsonOption } from './options.ts';

export function addPaymentCommands(program: Command, shell: Shell): void {
  const payments = program.command('payments').description('inspect payments');
  payments
    .command('show')
    .description('show a payment with its attempts, refunds, ledger entries, events and deliveries')
    .argument('<id>', 'id of the payment')
    .addOption(jsonOption())
    .action(async (id: string, options: Json) => {
      await withContext(shell, options, (ctx) => showPayment(ctx, command(), id));
    });
}
