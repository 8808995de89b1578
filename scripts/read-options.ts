import { type ParseArgsConfig, parseArgs } from 'node:util';

/** Says what is wrong with what was typed, and ends with 2, as the `guichet` command does. */
export function refuse(message: string): never {
  console.error(message);
  process.exit(2);
}

/** The options of a script. One that it does not know ends it. */
export function readOptions<Config extends ParseArgsConfig>(
  config: Config,
): ReturnType<typeof parseArgs<Config>>['values'] {
  try {
    return parseArgs(config).values;
  } catch (error) {
    if (error instanceof TypeError) refuse(error.message);
    throw error;
  }
}
