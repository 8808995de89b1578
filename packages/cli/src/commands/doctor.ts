import { examine } from '@guichet/server/doctor/examine';
import type { Command } from 'commander';
import { withContext } from '../with-context.ts';
import { type Json, jsonOption } from './options.ts';

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description(
      'examine settings, database, queue, open payments and payouts; exit code 1 when something is wrong',
    )
    .addOption(jsonOption())
    .action(async (options: Json) => {
      const { ok } = await withContext({ ...options, as_it_is: true }, (ctx, config) => examine(ctx, config));
      if (!ok) process.exitCode = 1;
    });
}
