import { collectReceipt, listReceiptKeys, rotateReceiptKey } from '@guichet/core/operations';
import type { Mode } from '@guichet/core/platform';
import type { Command } from 'commander';
import { actingFor, command } from '../acting.ts';
import type { Shell } from '../shell/shell.ts';
import { withContext } from '../with-context.ts';
import { type Json, jsonOption, merchantOption, modeOption } from './options.ts';

export function addReceiptCommands(receipts: Command, shell: Shell): void {
  receipts
    .command('collect')
    .description('record that the goods of a paid payment were handed over; refused the second time')
    .argument('<reference>', 'reference on the receipt, such as 7KQ2M-9XD4A')
    .addOption(merchantOption())
    .addOption(modeOption())
    .addOption(jsonOption())
    .action(
      async (reference: string, { merchant, mode, ...options }: Json & { merchant: string; mode: Mode }) => {
        await withContext(shell, options, async (ctx) => {
          const { value } = await collectReceipt(ctx, actingFor(merchant, mode), reference, null);
          return value;
        });
      },
    );
  receipts
    .command('keys')
    .description('list the public keys with which receipts can be verified, newest first')
    .addOption(jsonOption())
    .action(async (options: Json) => {
      await withContext(shell, options, async (ctx) => ({ keys: await listReceiptKeys(ctx, command()) }));
    });
  receipts
    .command('rotate-key')
    .description('sign new receipts with a new key; receipts signed before stay genuine')
    .addOption(jsonOption())
    .action(async (options: Json) => {
      await withContext(shell, options, async (ctx) => ({ keys: await rotateReceiptKey(ctx, command()) }));
    });
}
