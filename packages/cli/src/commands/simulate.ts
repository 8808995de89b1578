import { listCases, type SimulatedCase, type SimulatedStep, simulateCases } from '@guichet/core/operations';
import type { Command } from 'commander';
import { command } from '../acting.ts';
import { printResult } from '../print-result.ts';
import type { Shell } from '../shell/shell.ts';
import { makeTerminal } from '../terminal/make-terminal.ts';
import { withContext } from '../with-context.ts';
import { type Json, jsonOption } from './options.ts';

interface SimulateOptions extends Json {
  readonly merchant?: string;
  readonly payout?: true;
  readonly all?: true;
  readonly list?: true;
}

export function addSimulateCommand(program: Command, shell: Shell): void {
  const command = program
    .command('simulate')
    .description(
      'run sandbox cases to completion with test payments; exits with 1 if an outcome differs from the documented one; needs a running service',
    )
    .argument('[cases...]', 'last two digits of the phone number, or "other"')
    .option('--payout', 'use payouts instead of payments')
    .option('--all', 'run every case')
    .option('--list', 'show the table of cases')
    .option('--merchant <id>', 'id of the merchant (default: the demo merchant)')
    .addOption(jsonOption())
    .action(async (given: readonly string[], options: SimulateOptions) => {
      const cases = listCases();
      if (options.list) return printResult(shell, { cases }, options.json === true);
      const digits = options.all ? cases.map((row) => row.digits) : given;
      if (digits.length === 0)
        return command.error('error: name the cases to run; guichet simulate --list shows them');
      await run(shell, digits, options);
    });
}

async function run(shell: Shell, digits: readonly string[], options: SimulateOptions): Promise<void> {
  const terminal = makeTerminal(shell.stdout);
  const onStep = (name: string, { at_ms, text }: SimulatedStep): void => {
    if (options.json) return;
    const at = `${(at_ms / 1000).toFixed(1)} s`.padStart(7);
    terminal.print(`${name.padEnd(5)} ${terminal.paint('dim', at)}  ${text}`);
  };
  const input = {
    digits,
    kind: options.payout ? ('payout' as const) : ('payment' as const),
    merchant_id: options.merchant ?? null,
  };
  let ok = false;
  await withContext(shell, { ...options, quiet: true }, async (ctx) => {
    const cases = await simulateCases(ctx, command(), input, onStep);
    ok = cases.every((one) => one.ok);
    return options.json ? { ok, cases } : summaryOf(cases);
  });
  if (!ok) shell.exitCode = 1;
}

/** Summarizes the cases for people: only those with an unexpected outcome, because all steps have been printed. */
function summaryOf(cases: readonly SimulatedCase[]): object {
  const wrong = cases.filter(({ ok }) => !ok);
  const ended = `${cases.length - wrong.length} of ${cases.length} ended as documented`;
  if (wrong.length === 0) return { result: ended };
  return { result: ended, otherwise: wrong.map(({ steps: _, ...rest }) => rest) };
}
