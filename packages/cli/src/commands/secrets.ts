import { rotateSecrets } from '@guichet/core/platform';
import type { Command } from 'commander';
import type { Shell } from '../shell/shell.ts';
import { withContext } from '../with-context.ts';
import { type Json, jsonOption } from './options.ts';

export function addSecretCommands(secrets: Command, shell: Shell): void {
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
