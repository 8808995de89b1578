import { Command, type OutputConfiguration } from 'commander';
import { addServeCommands } from './commands/serve.ts';
import type { Output, Shell } from './shell/shell.ts';

/** Of help where no terminal is. */
const help_columns = 80;

/** The `guichet` command with nothing but what runs as long as the service does: other commands take 5 MB of memory. */
export function makeServingProgram(shell: Shell): Command {
  const program = new Command('guichet')
    .description('Runs and administers Guichet. Settings come from the environment, as for the service.')
    .version('0.1.0')
    .exitOverride()
    .configureOutput({ ...outputsOf(shell), outputError: () => {} })
    .showHelpAfterError(false);
  addServeCommands(program, shell);
  return program;
}

/** Where help goes, and how wide it may be; errors are reported by us. */
function outputsOf({ stdout, stderr }: Shell): OutputConfiguration {
  const widthOf = ({ isTTY, columns }: Output): number => (isTTY === true && columns) || help_columns;
  return {
    writeOut: (text) => void stdout.write(text),
    writeErr: (text) => void stderr.write(text),
    getOutHelpWidth: () => widthOf(stdout),
    getErrHelpWidth: () => widthOf(stderr),
  };
}
