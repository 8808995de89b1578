import { showProfile } from '@guichet/core/accounts';
import { movement_kinds } from '@guichet/core/ledger';
import {
  checkBooks,
  compareAllAccounts,
  correctMovement,
  listRecordedMovements,
  recordMovement,
} from '@guichet/core/operations';
import type { Context, MerchantCommand } from '@guichet/core/platform';
import { type Command, Option } from 'commander';
import { actingFor, command } from '../acting.ts';
import type { Shell } from '../shell/shell.ts';
import { withContext } from '../with-context.ts';
import { type Json, jsonOption, merchantOption, modeOption, type OfMode, readAmount } from './options.ts';

interface RecordOptions extends OfMode {
  readonly kind: string;
  readonly account?: string;
  readonly currency: string;
  readonly amount: number;
  readonly reference: string;
  readonly note?: string;
}

export function addLedgerCommands(ledger: Command, shell: Shell): void {
  ledger
    .command('check')
    .description(
      'check the invariants of the ledger and that everything open has a next step; exits with 1 on a breach',
    )
    .addOption(jsonOption())
    .action(async (options: Json) => {
      const { ok } = await withContext(shell, options, (ctx) => checkBooks(ctx, command()));
      if (!ok) shell.exitCode = 1;
    });
  ledger
    .command('drift')
    .description('compare the books with the balance that every provider reports; exits with 1 on a drift')
    .addOption(jsonOption())
    .action(async (options: Json) => {
      const { ok } = await withContext(shell, options, (ctx) => compareAllAccounts(ctx, command()));
      if (!ok) shell.exitCode = 1;
    });
  addMovementCommands(ledger, shell);
}

function addMovementCommands(ledger: Command, shell: Shell): void {
  ledger
    .command('record')
    .description('record money that moved outside of payments, payouts and refunds')
    .addOption(merchantOption())
    .addOption(modeOption())
    .addOption(new Option('--kind <kind>', 'kind of movement').choices(movement_kinds).makeOptionMandatory())
    .option('--account <id>', 'id of the account with the provider; sandbox in test mode')
    .requiredOption('--currency <code>', 'ISO 4217 code')
    .requiredOption('--amount <amount>', 'amount in the major unit of the currency', readAmount)
    .requiredOption('--reference <text>', 'number of the transfer or statement line; each is recorded once')
    .option('--note <text>', 'for your colleagues and the record')
    .addOption(jsonOption())
    .action(async (options: RecordOptions) => {
      const { merchant: _, mode: __, json: ___, ...input } = options;
      await withContext(shell, options, async (ctx) => {
        const { value, replayed } = await recordMovement(ctx, await bookkeeperOf(ctx, options), input);
        return { ...value, replayed };
      });
    });
  ledger
    .command('correct')
    .description('reverse a recorded movement by booking its opposite')
    .argument('<id>', 'id of the movement, or of its ledger transaction')
    .addOption(merchantOption())
    .addOption(modeOption())
    .requiredOption('--note <text>', 'why the movement was wrong')
    .addOption(jsonOption())
    .action(async (id: string, options: OfMode & { readonly note: string }) => {
      await withContext(shell, options, async (ctx) => {
        const actor = await bookkeeperOf(ctx, options);
        const { value, replayed } = await correctMovement(ctx, actor, { id, body: { note: options.note } });
        return { ...value, replayed };
      });
    });
  ledger
    .command('movements')
    .description('list recorded movements, newest first')
    .addOption(merchantOption())
    .addOption(modeOption())
    .option('--currency <code>', 'only movements in this currency')
    .option('--cursor <id>', 'next_cursor of the previous page')
    .addOption(jsonOption())
    .action(async (options: OfMode & { readonly currency?: string; readonly cursor?: string }) => {
      const { currency, cursor } = options;
      await withContext(shell, options, async (ctx) =>
        listRecordedMovements(ctx, await bookkeeperOf(ctx, options), {
          ...(currency !== undefined && { currency }),
          ...(cursor !== undefined && { cursor }),
        }),
      );
    });
}

/** @throws AppError `merchant_not_found` */
async function bookkeeperOf(ctx: Pick<Context, 'db'>, { merchant, mode }: OfMode): Promise<MerchantCommand> {
  const actor = actingFor(merchant, mode);
  await showProfile(ctx, actor);
  return actor;
}
