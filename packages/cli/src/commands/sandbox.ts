import { decideSandboxTransfer, fundSandbox } from '@guichet/core/operations';
import type { Command } from 'commander';
import type { Shell } from '../shell/shell.ts';
import { withContext } from '../with-context.ts';
import { type Json, jsonOption, merchantOption, readAmount } from './options.ts';

interface FundOptions extends Json {
  readonly merchant: string;
  readonly currency: string;
  readonly amount: number;
}

export function addSandboxCommands(program: Command, shell: Shell): void {
  const sandbox = program.command('sandbox').description('fund test balances and decide test transfers');
  sandbox
    .command('fund')
    .description('add play money to a merchant’s test balance')
    .addOption(merchantOption())
    .requiredOption('--currency <code>', 'ISO 4217 code')
    .requiredOption('--amount <amount>', 'amount in the major unit of the currency', readAmount)
    .addOption(jsonOption())
    .action(async (options: FundOptions) => {
      const { merchant, currency, amount } = options;
      await withContext(shell, options, (ctx) => fundSandbox(ctx, merchant, { currency, amount }));
    });
  addDecision(sandbox, shell, 'approve', 'approved');
  addDecision(sandbox, shell, 'refuse', 'refused');
}

function addDecision(
  sandbox: Command,
  shell: Shell,
  verb: 'approve' | 'refuse',
  decision: 'approved' | 'refused',
): void {
  sandbox
    .command(verb)
    .description(`${verb} a test payout or refund that awaits approval (number ending in 22)`)
    .argument('<id>', 'id of the payout or refund')
    .addOption(jsonOption())
    .action(async (id: string, options: Json) => {
      await withContext(shell, options, (ctx) => decideSandboxTransfer(ctx, id, decision));
    });
}
