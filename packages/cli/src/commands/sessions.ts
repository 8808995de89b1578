import { expireCheckout } from '@guichet/core/payments';
import type { Command } from 'commander';
import { command } from '../acting.ts';
import type { Shell } from '../shell/shell.ts';
import { addObjectCommand } from './add-object-command.ts';

export function addSessionCommands(sessions: Command, shell: Shell): void {
  addObjectCommand(sessions, shell, {
    name: 'expire',
    description: 'expire a test session as if its 30 minutes had passed',
    argument: ['<token>', 'token of the session'],
    run: (ctx, token) => expireCheckout(ctx, command(), token),
  });
}
