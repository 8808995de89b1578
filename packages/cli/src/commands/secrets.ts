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
    .option(
      '--drop-unreadable',
      'delete earlier settings of accounts, and headers of callbacks, that no key decrypts, once everything else can be decrypted',
    )
    .addOption(jsonOption())
    .action(async (options: Json & { readonly dropUnreadable?: true }) => {
      const { tables } = await withContext(shell, options, async (ctx) => ({
        tables: await rotateSecrets(ctx, { drop_unreadable: options.dropUnreadable === true }),
      }));
      if (tables.some(({ not_opened }) => not_opened > 0)) shell.exitCode = 1;
    });
}
