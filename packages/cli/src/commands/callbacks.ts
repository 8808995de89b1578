import { listAccountCallbacks, showCallback } from '@guichet/core/operations/callbacks/show';
import { type Command, InvalidArgumentError } from 'commander';
import type { Shell } from '../shell/shell.ts';
import { withContext } from '../with-context.ts';
import { type Json, jsonOption } from './options.ts';

const limit_max = 1000;

interface ListOptions extends Json {
  readonly account: string;
  readonly problems?: true;
  readonly limit: number;
}

export function addCallbackCommands(program: Command, shell: Shell): void {
  const callbacks = program.command('callbacks').description('what providers have called back');
  callbacks
    .command('list')
    .description('the newest callbacks of an account, and what became of them')
    .requiredOption('--account <id>', 'id of the account')
    .option('--problems', 'only those that were not taken in')
    .option('--limit <number>', `how many, ${limit_max} at most`, readLimit, 25)
    .addOption(jsonOption())
    .action(async (options: ListOptions) => {
      const { account: account_id, problems, limit } = options;
      await withContext(shell, options, async (ctx) => ({
        callbacks: await listAccountCallbacks(ctx, { account_id, with_problem: problems === true, limit }),
      }));
    });
  callbacks
    .command('show')
    .description('one callback as it came')
    .argument('<id>', 'id of the callback')
    .option('--raw', 'with its signature, its secrets and the numbers of customers')
    .addOption(jsonOption())
    .action(async (id: string, options: Json & { raw?: true }) => {
      await withContext(shell, options, (ctx) => showCallback(ctx, id, options.raw === true));
    });
}

function readLimit(text: string): number {
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > limit_max) throw new InvalidArgumentError(`It must be from 1 to ${limit_max}.`);
  return limit;
}
