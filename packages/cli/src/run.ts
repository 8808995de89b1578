import { CommanderError } from 'commander';
import { reportError } from './report-error.ts';
import { makeServingProgram } from './serving-program.ts';
import type { Shell } from './shell/shell.ts';

/**
 * Runs one command. What it has to say is in the shell afterwards, its exit code too; a mistake of the caller and a
 * fault are reported there, not thrown.
 *
 * @param args what stands behind `guichet`
 */
export async function run(args: readonly string[], shell: Shell): Promise<void> {
  const isServing = ['serve', 'worker'].includes(args[0] ?? '');
  const program = isServing ? makeServingProgram(shell) : (await import('./program.ts')).makeProgram(shell);
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    // Help and version are thrown too; they have been printed and are no failure.
    if (!(error instanceof CommanderError && error.exitCode === 0)) reportError(error, args, shell);
  }
}
