import { Command } from 'commander';
import { addServeCommands } from './commands/serve.ts';

/** The `guichet` command with nothing but what runs as long as the service does: other commands take 5 MB of memory. */
export function makeServingProgram(): Command {
  const program = new Command('guichet')
    .description('Runs and administers Guichet. Settings come from the environment, as for the service.')
    .version('0.1.0')
    .exitOverride()
    .configureOutput({ outputError: () => {} })
    .showHelpAfterError(false);
  addServeCommands(program);
  return program;
}
