import { readAccountBalance } from '@guichet/core/routing/connector-accounts/balance';
import { checkAccount } from '@guichet/core/routing/connector-accounts/check';
import { createAccount } from '@guichet/core/routing/connector-accounts/create';
import { listProviders } from '@guichet/core/routing/connector-accounts/list-providers';
import { findProvider, readSettings } from '@guichet/core/routing/connector-accounts/settings';
import { listMerchantAccounts, showAccount } from '@guichet/core/routing/connector-accounts/show';
import { switchAccount, updateAccountSettings } from '@guichet/core/routing/connector-accounts/update';
import type { Command } from 'commander';
import type { Shell } from '../shell/shell.ts';
import { withContext } from '../with-context.ts';
import { type Json, jsonOption, merchantOption } from './options.ts';
import { type Given, gatherPair, readGiven } from './read-settings.ts';

interface Changing extends Json, Given {
  readonly unchecked?: true;
}

/** A command that takes settings. */
function changing(accounts: Command, name: string): Command {
  return accounts
    .command(name)
    .option(
      '--set <field=value>',
      'a setting; "-" as its value reads it from the standard input',
      gatherPair,
      [],
    )
    .option('--set-file <field=path>', 'a setting that stands in a file', gatherPair, [])
    .option('--unchecked', 'keep it also when the provider cannot be asked whether it is right')
    .addOption(jsonOption());
}

export function addAccountCommands(program: Command, shell: Shell): void {
  const accounts = program
    .command('accounts')
    .description('accounts of merchants with mobile-money providers, for live mode');
  changing(accounts, 'create')
    .description('make an account; the provider is asked whether its settings are right')
    .addOption(merchantOption())
    .requiredOption('--connector <id>', 'the provider’s connector: see accounts providers')
    .requiredOption('--name <name>', 'what you call it')
    .action(async (options: Changing & { merchant: string; connector: string; name: string }) => {
      const { merchant: merchant_id, connector, name, unchecked = false } = options;
      const texts = await readGiven(shell, options);
      await withContext(shell, options, (ctx) => {
        const config = readSettings(findProvider(ctx, connector), texts);
        return createAccount(ctx, { merchant_id, connector, name, config, unchecked });
      });
    });
  changing(accounts, 'update')
    .description('change settings one by one; the others stay')
    .argument('<id>', 'id of the account')
    .option('--name <name>', 'what you call it')
    .option('--unset <field>', 'take a setting away', (field, before) => [...before, field], [] as string[])
    .action(async (id: string, options: Changing & { name?: string; unset: readonly string[] }) => {
      const { name, unset, unchecked = false } = options;
      const texts = await readGiven(shell, options);
      await withContext(shell, options, async (ctx) => {
        const { connector } = await showAccount(ctx, id);
        const set = readSettings(findProvider(ctx, connector), texts);
        return updateAccountSettings(ctx, id, { name, set, unset, unchecked });
      });
    });
  addLookingCommands(accounts, shell);
}

function addLookingCommands(accounts: Command, shell: Shell): void {
  accounts
    .command('list')
    .description('accounts of a merchant, in the order in which they are tried')
    .addOption(merchantOption())
    .addOption(jsonOption())
    .action(async (options: Json & { merchant: string }) => {
      await withContext(shell, options, async (ctx) => ({
        accounts: await listMerchantAccounts(ctx, options.merchant),
      }));
    });
  const one = (name: string, description: string): Command =>
    accounts
      .command(name)
      .description(description)
      .argument('<id>', 'id of the account')
      .addOption(jsonOption());
  one(
    'show',
    'one account: its settings without the secrets, what it can do, where it is called back',
  ).action(async (id: string, options: Json) => {
    await withContext(shell, options, (ctx) => showAccount(ctx, id));
  });
  one('check', 'ask the provider whether the credentials are right; exit code 1 when not').action(
    async (id: string, options: Json) => {
      const { check } = await withContext(shell, options, (ctx) => checkAccount(ctx, id));
      if (check !== 'good') shell.exitCode = 1;
    },
  );
  one('enable', 'use it for new payments and payouts').action(async (id: string, options: Json) => {
    await withContext(shell, options, (ctx) => switchAccount(ctx, id, true));
  });
  one('disable', 'no new payments and payouts; what is open is followed to its end').action(
    async (id: string, options: Json) => {
      await withContext(shell, options, (ctx) => switchAccount(ctx, id, false));
    },
  );
  one('balance', 'what it holds at the provider').action(async (id: string, options: Json) => {
    await withContext(shell, options, (ctx) => readAccountBalance(ctx, id));
  });
  accounts
    .command('providers')
    .description('providers, and the settings that each wants')
    .addOption(jsonOption())
    .action(async (options: Json) => {
      await withContext(shell, { ...options, as_it_is: true }, async (ctx) => ({
        providers: listProviders(ctx),
      }));
    });
}
