import { CommanderError } from 'commander';
import { makeProgram } from './program.ts';
import { reportError } from './report-error.ts';

const program = makeProgram();
try {
  await program.parseAsync();
} catch (error) {
  // Help and version are thrown too; they have been printed and are no failure.
  if (!(error instanceof CommanderError && error.exitCode === 0)) reportError(error, process.argv);
}
