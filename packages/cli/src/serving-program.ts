import { Command, type OutputConfiguration } from 'commander';
import { addServeCommands } from './commands/serve.ts';
import type { Output, Shell } from './shell/shell.ts';

/** Width of the help text without a terminal. */
const help_columns = 80;

/**
 * Makes the `guichet` command with only the parts that the running service needs: the other commands cost 5 MB of
 * memory.
 */
export function makeServingProgram(shell: Shell): Command {
  const program = new Command('guichet')
    .description('Run and administer Guichet. Settings come from the environment, as for the service.')
    .version('0.1.0')
    .exitOverride()
    .configureOutput({ ...outputsOf(shell), outputError: () => {} })
    .showHelpAfterError(false);
  addServeCommands(program, shell);
  return program;
}

/** Configures the output and width of help; we report errors ourselves. */
function outputsOf({ stdout, stderr }: Shell): OutputConfiguration {
  const widthOf = ({ isTTY, columns }: Output): number => (isTTY === true && columns) || help_columns;
  return {
    writeOut: (text) => void stdout.write(text),
    writeErr: (text) => void stderr.write(text),
    getOutHelpWidth: () => widthOf(stdout),
    getErrHelpWidth: () => widthOf(stderr),
  };
}
