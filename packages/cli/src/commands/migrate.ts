import { migrate } from '@guichet/core/platform';
import { openDatabase } from '@guichet/server/compose';
import { readDatabaseConfig } from '@guichet/server/config';
import { makeLogger } from '@guichet/server/make-logger';
import { stopInOrder } from '@guichet/server/stop-in-order';
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
      // A migration needs no SECRET_KEY.
      const config = readDatabaseConfig(shell.env, shell.cwd());
      const log = makeLogger(config.log_level, destinationOf(shell.stderr));
      const { db, pool, parts } = await openDatabase(config, log);
      try {
        printResult(shell, { applied: await migrate(db, pool) }, options.json === true);
      } finally {
        await stopInOrder(parts);
      }
    });
}
