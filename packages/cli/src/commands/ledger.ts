import { checkLedger } from '@guichet/core/ledger/check';
import type { Command } from 'commander';
import { withContext } from '../with-context.ts';
import { type Json, jsonOption } from './options.ts';

export function addLedgerCommands(program: Command): void {
  const ledger = program.command('ledger').description('the double-entry books');
  ledger
    .command('check')
    .description('prove the invariants of the books; exit code 1 on a breach')
    .addOption(jsonOption())
    .action(async (options: Json) => {
      const { ok } = await withContext(options, checkLedger);
      if (!ok) process.exitCode = 1;
    });
}
