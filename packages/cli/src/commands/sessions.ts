import { expireCheckout } from '@guichet/core/payments';
import type { Command } from 'commander';
import { command } from '../acting.ts';
import type { Shell } from '../shell/shell.ts';
import { withContext } from '../with-context.ts';
import { type Json, jsonOption } from './options.ts';

export function addSessionCommands(program: Command, shell: Shell): void {
  const sessions = program.command('sessions').description('manage checkout sessions');
  sessions
    .command('expire')
    .description('expire a test session as if its 30 minutes had passed')
    .argument('<token>', 'token of the session')
    .addOption(jsonOption())
    .action(async (token: string, options: Json) => {
      await withContext(shell, options, (ctx) => expireCheckout(ctx, command(), token));
    });
}
