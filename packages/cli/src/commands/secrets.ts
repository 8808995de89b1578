import { rotateSecrets } from '@guichet/core/platform/secrets/rotate';
import type { Command } from 'commander';
import type { Shell } from '../shell/shell.ts';
import { withContext } from '../with-context.ts';
import { type Json, jsonOption } from './options.ts';

export function addSecretCommands(program: Command, shell: Shell): void {
  const secrets = program.command('secrets').description('what is kept encrypted with SECRET_KEY');
  secrets
    .command('rotate')
    .description(
      'seal everything anew that is sealed with a key of SECRET_KEY_PREVIOUS; exit code 1 when something opens with none',
    )
    .addOption(jsonOption())
    .action(async (options: Json) => {
      const { tables } = await withContext(shell, options, async (ctx) => ({
        tables: await rotateSecrets(ctx),
      }));
      if (tables.some(({ not_opened }) => not_opened > 0)) shell.exitCode = 1;
    });
}
