import { checkLedger } from '@guichet/core/ledger';
import type { Command } from 'commander';
import type { Shell } from '../shell/shell.ts';
import { withContext } from '../with-context.ts';
import { type Json, jsonOption } from './options.ts';

export function addLedgerCommands(program: Command, shell: Shell): void {
  const ledger = program.command('ledger').description('check the double-entry books');
  ledger
    .command('check')
    .description('check the invariants of the ledger; exits with 1 on a breach')
    .addOption(jsonOption())
    .action(async (options: Json) => {
      const { ok } = await withContext(shell, options, checkLedger);
      if (!ok) shell.exitCode = 1;
    });
}
