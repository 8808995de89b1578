import { showPayout } from '@guichet/core/transfers';
import type { Command } from 'commander';
import { command } from '../acting.ts';
import type { Shell } from '../shell/shell.ts';
import { addObjectCommand } from './add-object-command.ts';

export function addPayoutCommands(payouts: Command, shell: Shell): void {
  addObjectCommand(payouts, shell, {
    name: 'show',
    description: 'show a payout with its transitions, ledger entries, events and deliveries',
    argument: ['<id>', 'id of the payout'],
    run: (ctx, id) => showPayout(ctx, command(), id),
  });
}
