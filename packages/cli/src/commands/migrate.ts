import { migrate } from '@guichet/core/platform';
import { compose } from '@guichet/server/compose';
import { readConfig } from '@guichet/server/config';
import { makeLogger } from '@guichet/server/make-logger';
import type { Command } from 'commander';
import { printResult } from '../print-result.ts';
import { destinationOf, type Shell } from '../shell/shell.ts';
import { type Json, jsonOption } from './options.ts';

export function addMigrateCommand(program: Command, shell: Shell): void {
  program
    .command('migrate')
    .description('apply pending migrations (the service does so when it starts)')
    .addOption(jsonOption())
    .action(async (options: Json) => {
      const config = readConfig(shell.env, shell.cwd());
      const { ctx, close } = await compose(config, makeLogger(config.log_level, destinationOf(shell.stderr)));
      try {
        printResult(shell, { applied: await migrate(ctx.db, ctx.pool) }, options.json === true);
      } finally {
        await close();
      }
    });
}
