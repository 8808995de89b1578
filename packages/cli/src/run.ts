import { CommanderError } from 'commander';
import { reportError } from './report-error.ts';
import { makeServingProgram } from './serving-program.ts';
import type { Shell } from './shell/shell.ts';

/**
 * Runs one command. Afterwards, its output and exit code are in the shell; usage errors and internal errors are
 * also reported there, not thrown.
 *
 * @param args the arguments after `guichet`
 */
export async function run(args: readonly string[], shell: Shell): Promise<void> {
  const isServing = ['serve', 'worker'].includes(args[0] ?? '');
  const program = isServing ? makeServingProgram(shell) : (await import('./program.ts')).makeProgram(shell);
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    // Commander also throws for help and version, which have been printed and are not failures.
    if (!(error instanceof CommanderError && error.exitCode === 0)) reportError(error, args, shell);
  }
}
