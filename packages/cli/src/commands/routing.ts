import { setRule } from '@guichet/core/routing/set-rule';
import type { Command } from 'commander';
import { withContext } from '../with-context.ts';
import { type Json, jsonOption, type ModeText, merchantOption, modeOption } from './options.ts';

interface SetOptions extends Json {
  readonly merchant: string;
  readonly mode: ModeText;
  readonly operator: string;
  readonly feePercent: string;
  readonly off?: true;
}

export function addRoutingCommands(program: Command): void {
  const routing = program.command('routing').description('operators that merchants take money with');
  routing
    .command('set')
    .description('switch an operator on or off and set the fee its customers bear')
    .addOption(merchantOption())
    .addOption(modeOption())
    .requiredOption('--operator <code>', 'operator and country, for example mtn_ci')
    .requiredOption('--fee-percent <percent>', 'from 0 to 100, at most four decimals')
    .option('--off', 'take the operator off the page')
    .addOption(jsonOption())
    .action(async (options: SetOptions) => {
      const { merchant, mode, operator, feePercent: fee_percent, off } = options;
      await withContext(options, (ctx) =>
        setRule(ctx, merchant, { mode, operator, fee_percent, enabled: off !== true }),
      );
    });
}
