import { createRefund } from '@guichet/core/transfers/refunds/create';
import { listPaymentRefunds } from '@guichet/core/transfers/refunds/list';
import { showRefund } from '@guichet/core/transfers/refunds/show';
import type { Command } from 'commander';
import type { Shell } from '../shell/shell.ts';
import { withContext } from '../with-context.ts';
import { type Json, jsonOption, readAmount } from './options.ts';

interface CreateOptions extends Json {
  readonly payment: string;
  readonly attempt?: string;
  readonly amount?: number;
  readonly reason?: string;
}

export function addRefundCommands(program: Command, shell: Shell): void {
  const refunds = program.command('refunds').description('money given back to customers');
  refunds
    .command('create')
    .description('give money of a payment back; the service sends it')
    .requiredOption('--payment <id>', 'id of the payment')
    .option('--attempt <id>', 'id of the try whose money goes back, where a payment was paid twice')
    .option(
      '--amount <amount>',
      'major unit, of what was charged; all that is left when left out',
      readAmount,
    )
    .option('--reason <text>', 'kept, and sent along where the operator takes a text')
    .addOption(jsonOption())
    .action(async (options: CreateOptions) => {
      const { payment: payment_id, attempt: attempt_id, amount, reason } = options;
      await withContext(shell, options, (ctx) =>
        createRefund(ctx, { payment_id, attempt_id, amount, reason }),
      );
    });
  refunds
    .command('show')
    .description('everything known of a refund: its changes, ledger entries, events, deliveries')
    .argument('<id>', 'id of the refund')
    .addOption(jsonOption())
    .action(async (id: string, options: Json) => {
      await withContext(shell, options, (ctx) => showRefund(ctx, id));
    });
  refunds
    .command('list')
    .description('refunds of a payment, oldest first')
    .requiredOption('--payment <id>', 'id of the payment')
    .addOption(jsonOption())
    .action(async (options: Json & { readonly payment: string }) => {
      await withContext(shell, options, (ctx) => listPaymentRefunds(ctx, options.payment));
    });
}
