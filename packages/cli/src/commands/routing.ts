import { listRules, setRule } from '@guichet/core/routing';
import type { Command } from 'commander';
import { actingFor } from '../acting.ts';
import type { Shell } from '../shell/shell.ts';
import { withContext } from '../with-context.ts';
import { jsonOption, merchantOption, modeOption, type OfMode } from './options.ts';

interface SetOptions extends OfMode {
  readonly operator: string;
  readonly feePercent: string;
  readonly accounts?: string;
  readonly min?: string;
  readonly max?: string;
  readonly off?: true;
}

export function addRoutingCommands(routing: Command, shell: Shell): void {
  routing
    .command('set')
    .description('set the rule of an operator: on or off, customer fee, accounts and limits')
    .addOption(merchantOption())
    .addOption(modeOption())
    .requiredOption('--operator <code>', 'operator code, for example mtn_ci')
    .requiredOption('--fee-percent <percent>', '0 to 100, with at most four decimals')
    .option(
      '--accounts <ids>',
      'accounts in the order to try them, as cac_1,cac_2 (default: all, oldest first)',
    )
    .option('--min <amount>', 'smallest total, in the major unit (default: the operator’s own limit)')
    .option('--max <amount>', 'largest total, in the major unit (default: the operator’s own limit)')
    .option('--off', 'turn the operator off: customers cannot choose it, and payouts with it are refused')
    .addOption(jsonOption())
    .action(async (options: SetOptions) => {
      const { merchant, mode, operator, feePercent: fee_percent, accounts, min, max, off } = options;
      await withContext(shell, options, (ctx) =>
        setRule(ctx, actingFor(merchant, mode), {
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
    .description('list the rules with their accounts and the state of each account’s circuit')
    .addOption(merchantOption())
    .addOption(modeOption())
    .addOption(jsonOption())
    .action(async (options: OfMode) => {
      const { merchant, mode } = options;
      await withContext(shell, options, (ctx) => listRules(ctx, actingFor(merchant, mode)));
    });
}
