import { showPayment } from '@guichet/core/payments/show';
import type { Command } from 'commander';
import { withContext } from '../with-context.ts';
import { type Json, jsonOption } from './options.ts';

export function addPaymentCommands(program: Command): void {
  const payments = program.command('payments').description('payments of all merchants');
  payments
    .command('show')
    .description('everything known of a payment: attempts, ledger entries, events, deliveries')
    .argument('<id>', 'id of the payment')
    .addOption(jsonOption())
    .action(async (id: string, options: Json) => {
      await withContext(options, (ctx) => showPayment(ctx, id));
    });
}
