import { erasePerson, exportPerson, type SoughtPerson } from '@guichet/core/operations';
import { AppError } from '@guichet/kernel/errors';
import type { Command } from 'commander';
import { command as acting } from '../acting.ts';
import type { Shell } from '../shell/shell.ts';
import { withContext } from '../with-context.ts';
import { type Json, jsonOption } from './options.ts';

interface Who extends Json {
  readonly merchant?: string;
  readonly phone?: string;
  readonly email?: string;
}

export function addCustomerCommands(customers: Command, shell: Shell): void {
  about(customers.command('export'))
    .description('print all data held about a person, as JSON')
    .action(async (id: string | undefined, options: Who) => {
      const wanted = readWho(id, options);
      await withContext(shell, { json: true, as_it_is: true, quiet: true }, (ctx) =>
        exportPerson(ctx, acting(), wanted),
      );
    });
  about(customers.command('erase'))
    .description('permanently erase a person’s identifying data; amounts, states and references stay')
    .option('--yes', 'erase the data; without this option nothing is changed')
    .action(async (id: string | undefined, options: Who & { readonly yes?: true }) => {
      const wanted = readWho(id, options);
      if (!options.yes) {
        await withContext(shell, { ...options, as_it_is: true }, async (ctx) => {
          const { held } = await exportPerson(ctx, acting(), wanted);
          const rows = Object.fromEntries(Object.entries(held).map(([table, own]) => [table, own.length]));
          return { would_erase: rows, to_erase: 'run the command again with --yes' };
        });
        return;
      }
      await withContext(shell, options, (ctx) => erasePerson(ctx, acting(), wanted));
    });
}

function about(command: Command): Command {
  return command
    .argument('[id]', 'id of a customer')
    .option('--phone <number>', 'phone number of the payer or recipient; needs --merchant')
    .option('--email <address>', 'e-mail address of the person; needs --merchant')
    .option('--merchant <id>', 'id of the merchant')
    .addOption(jsonOption());
}

/** @throws AppError `invalid_request` */
function readWho(id: string | undefined, { merchant, phone, email }: Who): SoughtPerson {
  if (id === undefined && merchant === undefined) {
    throw new AppError('invalid_request', {
      message: 'Name the merchant whose customer this is: --merchant <id>.',
    });
  }
  return { id, merchant_id: merchant, phone, email };
}
