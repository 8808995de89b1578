import { createMerchant, listMerchants } from '@guichet/core/accounts';
import type { Command } from 'commander';
import { command } from '../acting.ts';
import type { Shell } from '../shell/shell.ts';
import { withContext } from '../with-context.ts';
import { type Json, jsonOption } from './options.ts';

export function addMerchantCommands(merchants: Command, shell: Shell): void {
  merchants
    .command('create')
    .description('create a merchant')
    .requiredOption('--name <name>', 'name shown to customers')
    .requiredOption('--country <code>', 'ISO 3166-1 alpha-2 code, for example CI')
    .addOption(jsonOption())
    .action(async (options: Json & { name: string; country: string }) => {
      const { name, country } = options;
      await withContext(shell, options, (ctx) => createMerchant(ctx, command(), { name, country }));
    });
  merchants
    .command('list')
    .description('list the merchants with their ids and names')
    .addOption(jsonOption())
    .action(async (options: Json) => {
      await withContext(shell, options, (ctx) => listMerchants(ctx, command()));
    });
}
