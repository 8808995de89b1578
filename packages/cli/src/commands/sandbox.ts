import { decideSandboxTransfer, fundSandbox, reverseSandboxObject } from '@guichet/core/operations';
import type { Command } from 'commander';
import { actingFor, command } from '../acting.ts';
import type { Shell } from '../shell/shell.ts';
import { withContext } from '../with-context.ts';
import { addObjectCommand } from './add-object-command.ts';
import { jsonOption, merchantOption, type OfMerchant, readAmount } from './options.ts';

interface FundOptions extends OfMerchant {
  readonly currency: string;
  readonly amount: number;
}

export function addSandboxCommands(sandbox: Command, shell: Shell): void {
  sandbox
    .command('fund')
    .description('add play money to a merchant’s test balance')
    .addOption(merchantOption())
    .requiredOption('--currency <code>', 'ISO 4217 code')
    .requiredOption('--amount <amount>', 'amount in the major unit of the currency', readAmount)
    .addOption(jsonOption())
    .action(async (options: FundOptions) => {
      const { merchant, currency, amount } = options;
      await withContext(shell, options, (ctx) =>
        fundSandbox(ctx, actingFor(merchant, 'test'), { currency, amount }),
      );
    });
  addDecision(sandbox, shell, 'approve', 'approved');
  addDecision(sandbox, shell, 'refuse', 'refused');
  addObjectCommand(sandbox, shell, {
    name: 'reverse',
    description: 'reverse a paid test payment, payout or refund, as operators do after a success',
    argument: ['<id>', 'id of the payment, payout or refund'],
    run: async (ctx, id) => ({
      reversed: await reverseSandboxObject(ctx, command(), id),
    }),
  });
}

function addDecision(
  sandbox: Command,
  shell: Shell,
  verb: 'approve' | 'refuse',
  decision: 'approved' | 'refused',
): void {
  addObjectCommand(sandbox, shell, {
    name: verb,
    description: `${verb} a test payout or refund that awaits approval (number ending in 22)`,
    argument: ['<id>', 'id of the payout or refund'],
    run: (ctx, id) => decideSandboxTransfer(ctx, command(), { id, decision }),
  });
}
