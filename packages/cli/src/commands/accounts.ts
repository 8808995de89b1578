import type { Context } from '@guichet/core/platform';
import {
  checkAccount,
  createAccount,
  findProvider,
  listMerchantAccounts,
  listProviders,
  readAccountBalance,
  readSettings,
  showAccount,
  switchAccount,
  updateAccountSettings,
} from '@guichet/core/routing';
import type { Command } from 'commander';
import { actingFor, command } from '../acting.ts';
import type { Shell } from '../shell/shell.ts';
import { withContext } from '../with-context.ts';
import { addObjectCommand } from './add-object-command.ts';
import { type Json, jsonOption, merchantOption, type OfMerchant } from './options.ts';
import { type Given, gatherPair, readGiven } from './read-settings.ts';

interface Changing extends Json, Given {
  readonly unchecked?: true;
}

/** Adds the options that set fields of an account. */
function changing(accounts: Command, name: string): Command {
  return accounts
    .command(name)
    .option(
      '--set <field=value>',
      'set a field; "-" as the value reads it from standard input',
      gatherPair,
      [],
    )
    .option('--set-file <field=path>', 'set a field to the contents of a file', gatherPair, [])
    .option('--unchecked', 'save the settings even if the provider cannot be reached to check them')
    .addOption(jsonOption());
}

export function addAccountCommands(accounts: Command, shell: Shell): void {
  changing(accounts, 'create')
    .description('create an account, checking its settings with the provider')
    .addOption(merchantOption())
    .requiredOption('--connector <id>', 'connector of the provider: see accounts providers')
    .requiredOption('--name <name>', 'your name for it')
    .action(async (options: Changing & { merchant: string; connector: string; name: string }) => {
      const { merchant, connector, name, unchecked = false } = options;
      const texts = await readGiven(shell, options);
      await withContext(shell, options, (ctx) => {
        const config = readSettings(findProvider(ctx, connector), texts);
        return createAccount(ctx, actingFor(merchant), { connector, name, config, unchecked });
      });
    });
  changing(accounts, 'update')
    .description('change some settings and keep the others')
    .argument('<id>', 'id of the account')
    .option('--name <name>', 'your name for it')
    .option('--unset <field>', 'remove a setting', (field, before) => [...before, field], [] as string[])
    .action(async (id: string, options: Changing & { name?: string; unset: readonly string[] }) => {
      const { name, unset, unchecked = false } = options;
      const texts = await readGiven(shell, options);
      await withContext(shell, options, async (ctx) => {
        const { connector } = await showAccount(ctx, command(), id);
        const set = readSettings(findProvider(ctx, connector), texts);
        return updateAccountSettings(ctx, command(), { id, name, set, unset, unchecked });
      });
    });
  addLookingCommands(accounts, shell);
}

function addLookingCommands(accounts: Command, shell: Shell): void {
  accounts
    .command('list')
    .description('list the accounts of a merchant, oldest first')
    .addOption(merchantOption())
    .addOption(jsonOption())
    .action(async (options: OfMerchant) => {
      await withContext(shell, options, async (ctx) => ({
        accounts: await listMerchantAccounts(ctx, actingFor(options.merchant)),
      }));
    });
  const addVerb = (name: string, description: string, run: (ctx: Context, id: string) => Promise<unknown>) =>
    addObjectCommand(accounts, shell, { name, description, argument: ['<id>', 'id of the account'], run });
  addVerb(
    'show',
    'show an account: its settings without secrets, its abilities and its callback address',
    (ctx, id) => showAccount(ctx, command(), id),
  );
  addVerb(
    'check',
    'check the credentials with the provider; exits with 1 unless they are good',
    async (ctx, id) => {
      const result = await checkAccount(ctx, command(), id);
      if (result.check !== 'good') shell.exitCode = 1;
      return result;
    },
  );
  addVerb('enable', 'use the account for new payments and payouts', (ctx, id) =>
    switchAccount(ctx, command(), { id, enabled: true }),
  );
  addVerb(
    'disable',
    'stop using the account for new payments and payouts; those already open are still completed',
    (ctx, id) => switchAccount(ctx, command(), { id, enabled: false }),
  );
  addVerb('balance', 'show the balance of the account at the provider', (ctx, id) =>
    readAccountBalance(ctx, command(), id),
  );
  accounts
    .command('providers')
    .description('list the providers and the settings that each one needs')
    .addOption(jsonOption())
    .action(async (options: Json) => {
      await withContext(shell, { ...options, as_it_is: true }, async (ctx) => ({
        providers: listProviders(ctx),
      }));
    });
}
