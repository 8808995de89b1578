import { type ParseArgsConfig, parseArgs } from 'node:util';

/** Reports a usage error and exits with 2, like the `guichet` command. */
export function refuse(message: string): never {
  console.error(message);
  process.exit(2);
}

/** Reads the options of a script. An unknown option ends the script. */
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
