import { showPayment } from '@guichet/core/reads';
import type { Command } from 'commander';
import { command } from '../acting.ts';
import type { Shell } from '../shell/shell.ts';
import { addObjectCommand } from './add-object-command.ts';

export function addPaymentCommands(payments: Command, shell: Shell): void {
  addObjectCommand(payments, shell, {
    name: 'show',
    description: 'show a payment with its attempts, refunds, ledger entries, events and deliveries',
    argument: ['<id>', 'id of the payment'],
    run: (ctx, id) => showPayment(ctx, command(), id),
  });
}
