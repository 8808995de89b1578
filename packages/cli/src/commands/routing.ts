import { listRules } from '@guichet/core/routing/list-rules';
import { setRule } from '@guichet/core/routing/set-rule';
import type { Command } from 'commander';
import type { Shell } from '../shell/shell.ts';
import { withContext } from '../with-context.ts';
import { type Json, jsonOption, type ModeText, merchantOption, modeOption } from './options.ts';

interface ListOptions extends Json {
  readonly merchant: string;
  readonly mode: ModeText;
}

interface SetOptions extends ListOptions {
  readonly operator: string;
  readonly feePercent: string;
  readonly accounts?: string;
  readonly min?: string;
  readonly max?: string;
  readonly off?: true;
}

export function addRoutingCommands(program: Command, shell: Shell): void {
  const routing = program.command('routing').description('operators that merchants take money with');
  routing
    .command('set')
    .description('switch an operator on or off, set the fee its customers bear, its accounts and its limits')
    .addOption(merchantOption())
    .addOption(modeOption())
    .requiredOption('--operator <code>', 'operator and country, for example mtn_ci')
    .requiredOption('--fee-percent <percent>', 'from 0 to 100, at most four decimals')
    .option(
      '--accounts <ids>',
      'accounts in the order to try, as cac_1,cac_2; all, oldest first, when left out',
    )
    .option('--min <amount>', 'least total, in the major unit; as the operator says when left out')
    .option('--max <amount>', 'greatest total, in the major unit; as the operator says when left out')
    .option('--off', 'take the operator off the page')
    .addOption(jsonOption())
    .action(async (options: SetOptions) => {
      const { merchant, mode, operator, feePercent: fee_percent, accounts, min, max, off } = options;
      await withContext(shell, options, (ctx) =>
        setRule(ctx, merchant, {
          mode,
          operator,
          fee_percent,
          enabled: off !== true,
          ...(accounts !== undefined && { accounts: accounts.split(',').map((id) => id.trim()) }),
          ...(min !== undefined && { min_amount: min }),
          ...(max !== undefined && { max_amount: max }),
        }),
      );
    });
  routing
    .command('list')
    .description('show the rules, the accounts behind each, and whether these are left alone for a while')
    .addOption(merchantOption())
    .addOption(modeOption())
    .addOption(jsonOption())
    .action(async (options: ListOptions) => {
      const { merchant: merchant_id, mode } = options;
      await withContext(shell, options, (ctx) => listRules(ctx, { merchant_id, mode }));
    });
}
