import { createRefund, listPaymentRefunds, showRefund } from '@guichet/core/transfers';
import type { Command } from 'commander';
import { command } from '../acting.ts';
import type { Shell } from '../shell/shell.ts';
import { withContext } from '../with-context.ts';
import { addObjectCommand } from './add-object-command.ts';
import { type Json, jsonOption, readAmount } from './options.ts';

interface CreateOptions extends Json {
  readonly payment: string;
  readonly attempt?: string;
  readonly amount?: number;
  readonly reason?: string;
}

export function addRefundCommands(refunds: Command, shell: Shell): void {
  refunds
    .command('create')
    .description('refund a payment, in whole or in part; the service sends the money')
    .requiredOption('--payment <id>', 'id of the payment')
    .option('--attempt <id>', 'id of the attempt to refund, if the payment was paid twice')
    .option(
      '--amount <amount>',
      'amount to refund, in the major unit of what was charged (default: the remaining amount)',
      readAmount,
    )
    .option('--reason <text>', 'kept with the refund, and sent to operators that accept a text')
    .addOption(jsonOption())
    .action(async (options: CreateOptions) => {
      const { payment: payment_id, attempt: attempt_id, amount, reason } = options;
      await withContext(shell, options, (ctx) =>
        createRefund(ctx, command(), { payment_id, attempt_id, amount, reason }),
      );
    });
  addObjectCommand(refunds, shell, {
    name: 'show',
    description: 'show a refund with its transitions, ledger entries, events and deliveries',
    argument: ['<id>', 'id of the refund'],
    run: (ctx, id) => showRefund(ctx, command(), id),
  });
  refunds
    .command('list')
    .description('list the refunds of a payment, oldest first')
    .requiredOption('--payment <id>', 'id of the payment')
    .addOption(jsonOption())
    .action(async (options: Json & { readonly payment: string }) => {
      await withContext(shell, options, (ctx) => listPaymentRefunds(ctx, command(), options.payment));
    });
}
