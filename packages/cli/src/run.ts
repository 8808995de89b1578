import { CommanderError } from 'commander';
import { reportError } from './report-error.ts';
import { makeServingProgram } from './serving-program.ts';

const isServing = ['serve', 'worker'].includes(process.argv[2] ?? '');
const program = isServing ? makeServingProgram() : (await import('./program.ts')).makeProgram();
try {
  await program.parseAsync();
} catch (error) {
  // Help and version are thrown too; they have been printed and are no failure.
  if (!(error instanceof CommanderError && error.exitCode === 0)) reportError(error, process.argv);
}
