import { erasePerson } from '@guichet/core/operations/personal-data/erase';
import { exportPerson } from '@guichet/core/operations/personal-data/export';
import type { Wanted } from '@guichet/core/operations/personal-data/find-person';
import { AppError } from '@guichet/kernel/errors';
import type { Command } from 'commander';
import type { Shell } from '../shell/shell.ts';
import { withContext } from '../with-context.ts';
import { type Json, jsonOption } from './options.ts';

interface Who extends Json {
  readonly merchant?: string;
  readonly phone?: string;
  readonly email?: string;
}

export function addCustomerCommands(program: Command, shell: Shell): void {
  const customers = program.command('customers').description('what is held about people who pay or are paid');
  about(customers.command('export'))
    .description('print everything that is held about a person, as JSON')
    .action(async (id: string | undefined, options: Who) => {
      const wanted = readWho(id, options);
      await withContext(shell, { json: true, as_it_is: true, quiet: true }, (ctx) =>
        exportPerson(ctx, wanted),
      );
    });
  about(customers.command('erase'))
    .description('erase what tells who a person is, for ever; amounts, states and references stay')
    .option('--yes', 'erase; without it nothing is changed')
    .action(async (id: string | undefined, options: Who & { readonly yes?: true }) => {
      const wanted = readWho(id, options);
      if (!options.yes) {
        await withContext(shell, { ...options, as_it_is: true }, async (ctx) => {
          const { held } = await exportPerson(ctx, wanted);
          const rows = Object.fromEntries(Object.entries(held).map(([table, own]) => [table, own.length]));
          return { would_erase: rows, to_erase: 'run it again with --yes' };
        });
        return;
      }
      await withContext(shell, options, (ctx) => erasePerson(ctx, wanted));
    });
}

function about(command: Command): Command {
  return command
    .argument('[id]', 'id of a customer')
    .option('--phone <number>', 'who has this number, as payer or recipient; with --merchant')
    .option('--email <address>', 'who has this e-mail address; with --merchant')
    .option('--merchant <id>', 'id of the merchant')
    .addOption(jsonOption());
}

/** @throws AppError `invalid_request` */
function readWho(id: string | undefined, { merchant, phone, email }: Who): Wanted {
  if (id === undefined && merchant === undefined) {
    throw new AppError('invalid_request', { message: 'Say whose customer it is: --merchant <id>.' });
  }
  return { id, merchant_id: merchant, phone, email };
}
