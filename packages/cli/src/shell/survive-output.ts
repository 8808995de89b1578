import type { Shell } from './shell.ts';

/**
 * Prevents a command from dying with a stack trace when its output cannot be written. It is not a failure if the
 * reader has closed the output, as `head` does after its last line; a full disk is.
 */
export function surviveOutput(shell: Pick<Shell, 'stdout' | 'stderr' | 'exitCode'>): void {
  shell.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return;
    shell.exitCode = 1;
    shell.stderr.write(`The output could not be written: ${error.message}\n`);
  });
  // The error cannot be reported, because standard error itself has no reader.
  shell.stderr.on('error', () => {});
}
