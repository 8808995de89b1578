import { expireNow } from '@guichet/core/checkouts/expire';
import type { Command } from 'commander';
import { withContext } from '../with-context.ts';
import { type Json, jsonOption } from './options.ts';

export function addSessionCommands(program: Command): void {
  const sessions = program.command('sessions').description('checkout sessions');
  sessions
    .command('expire')
    .description('test mode: end a session as if its 30 minutes had passed')
    .argument('<token>', 'token of the session')
    .addOption(jsonOption())
    .action(async (token: string, options: Json) => {
      await withContext(options, (ctx) => expireNow(ctx, token));
    });
}
