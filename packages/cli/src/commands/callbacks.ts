import { listAccountCallbacks, showCallback } from '@guichet/core/operations';
import { type Command, InvalidArgumentError } from 'commander';
import { command } from '../acting.ts';
import type { Shell } from '../shell/shell.ts';
import { withContext } from '../with-context.ts';
import { type Json, jsonOption } from './options.ts';

const limit_max = 1000;

interface ListOptions extends Json {
  readonly account: string;
  readonly problems?: true;
  readonly limit: number;
}

export function addCallbackCommands(callbacks: Command, shell: Shell): void {
  callbacks
    .command('list')
    .description('list the latest callbacks to an account and how each was handled')
    .requiredOption('--account <id>', 'id of the account')
    .option('--problems', 'only callbacks that could not be processed')
    .option('--limit <number>', `number of callbacks, at most ${limit_max}`, readLimit, 25)
    .addOption(jsonOption())
    .action(async (options: ListOptions) => {
      const { account: account_id, problems, limit } = options;
      await withContext(shell, options, async (ctx) => ({
        callbacks: await listAccountCallbacks(ctx, command(), {
          account_id,
          with_problem: problems === true,
          limit,
        }),
      }));
    });
  callbacks
    .command('show')
    .description('show a callback as it was received')
    .argument('<id>', 'id of the callback')
    .option('--raw', 'with its signature, its secrets and the numbers of customers')
    .addOption(jsonOption())
    .action(async (id: string, options: Json & { raw?: true }) => {
      await withContext(shell, options, (ctx) =>
        showCallback(ctx, command(), { id, is_raw: options.raw === true }),
      );
    });
}

function readLimit(text: string): number {
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > limit_max) throw new InvalidArgumentError(`Must be between 1 and ${limit_max}.`);
  return limit;
}
