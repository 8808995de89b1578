import { createKey } from '@guichet/core/api-keys/create';
import { revokeKey } from '@guichet/core/api-keys/revoke';
import type { Command } from 'commander';
import { withContext } from '../with-context.ts';
import { type Json, jsonOption, type ModeText, merchantOption, modeOption } from './options.ts';

export function addKeyCommands(program: Command): void {
  const keys = program.command('keys').description('API keys of merchants');
  keys
    .command('create')
    .description('make a key; it is shown this once')
    .addOption(merchantOption())
    .addOption(modeOption())
    .addOption(jsonOption())
    .action(async (options: Json & { merchant: string; mode: ModeText }) => {
      const { merchant: merchant_id, mode } = options;
      await withContext(options, (ctx) => createKey(ctx, { merchant_id, mode }));
    });
  keys
    .command('revoke')
    .description('revoke a key for good')
    .argument('<id>', 'id of the key, not the key itself')
    .addOption(jsonOption())
    .action(async (id: string, options: Json) => {
      await withContext(options, (ctx) => revokeKey(ctx, id));
    });
}
