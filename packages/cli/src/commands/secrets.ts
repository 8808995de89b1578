import { rotateSecrets } from '@guichet/core/platform';
import type { Command } from 'commander';
import type { Shell } from '../shell/shell.ts';
import { withContext } from '../with-context.ts';
import { type Json, jsonOption } from './options.ts';

export function addSecretCommands(program: Command, shell: Shell): void {
  const secrets = program.command('secrets').description('manage data encrypted with SECRET_KEY');
  secrets
    .command('rotate')
    .description(
      're-encrypt data that was encrypted with a key of SECRET_KEY_PREVIOUS; exits with 1 if any cannot be decrypted',
    )
    .addOption(jsonOption())
    .action(async (options: Json) => {
      const { tables } = await withContext(shell, options, async (ctx) => ({
        tables: await rotateSecrets(ctx),
      }));
      if (tables.some(({ not_opened }) => not_opened > 0)) shell.exitCode = 1;
    });
}
