import { examine } from '@guichet/server/doctor/examine';
import type { Command } from 'commander';
import type { Shell } from '../shell/shell.ts';
import { withContext } from '../with-context.ts';
import { type Json, jsonOption } from './options.ts';

export function addDoctorCommand(program: Command, shell: Shell): void {
  program
    .command('doctor')
    .description(
      'check settings, database, queue, webhooks and what needs review; exits with 1 if anything is wrong',
    )
    .addOption(jsonOption())
    .action(async (options: Json) => {
      const { ok } = await withContext(shell, { ...options, as_it_is: true }, (ctx, config) =>
        examine(ctx, config),
      );
      if (!ok) shell.exitCode = 1;
    });
}
