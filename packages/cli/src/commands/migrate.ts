import { migrate } from '@guichet/core/database/migrate';
import { compose } from '@guichet/server/compose';
import { readConfig } from '@guichet/server/config';
import { makeLogger } from '@guichet/server/make-logger';
import type { Command } from 'commander';
import { printResult } from '../print-result.ts';
import { type Json, jsonOption } from './options.ts';

export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('bring the database up to date (the service also does so when it starts)')
    .addOption(jsonOption())
    .action(async (options: Json) => {
      const config = readConfig(process.env);
      const { ctx, close } = await compose(config, makeLogger(config.log_level, 2));
      try {
        printResult({ applied: await migrate(ctx.db, ctx.pool) }, options.json === true);
      } finally {
        await close();
      }
    });
}
