import type { Shell } from './shell.ts';

/**
 * Output that cannot be written must not end the process with a trace in the middle of its work. A reader that is gone,
 * as `head` after its lines, is no failure; a full disk is one.
 */
export function surviveOutput(shell: Pick<Shell, 'stdout' | 'stderr' | 'exitCode'>): void {
  shell.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return;
    shell.exitCode = 1;
    shell.stderr.write(`What was to be printed could not be written: ${error.message}\n`);
  });
  // There is nobody left to tell.
  shell.stderr.on('error', () => {});
}
