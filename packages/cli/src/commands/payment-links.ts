import {
  createPaymentLink,
  listPaymentLinks,
  retrievePaymentLink,
  updatePaymentLink,
} from '@guichet/core/payments';
import type { Context, MerchantCommand } from '@guichet/core/platform';
import { type Command, Option } from 'commander';
import { actingFor } from '../acting.ts';
import type { Shell } from '../shell/shell.ts';
import { withContext } from '../with-context.ts';
import { jsonOption, merchantOption, modeOption, type OfMode, readLimit } from './options.ts';
import { addTermOptions, type TermOptions, termsOf } from './payment-link-terms.ts';

export function addPaymentLinkCommands(links: Command, shell: Shell): void {
  addCreate(links, shell);
  addList(links, shell);
  addOnLink(links, shell, 'retrieve', 'show a payment link with the number and the sum of its payments', {
    run: retrievePaymentLink,
  });
  addUpdate(links, shell);
  for (const { name, description, status } of statuses)
    addOnLink(links, shell, name, description, {
      run: (ctx, actor, id) => change(ctx, actor, id, { status }),
    });
}

const statuses = [
  {
    name: 'pause',
    status: 'paused',
    description: 'pause a payment link: it cannot be paid until it is resumed',
  },
  { name: 'resume', status: 'active', description: 'resume a paused payment link' },
  { name: 'end', status: 'ended', description: 'end a payment link for good' },
] as const;

function addCreate(links: Command, shell: Shell): void {
  const create = links.command('create').description('create a payment link; share its address');
  create.addOption(merchantOption()).addOption(modeOption());
  create
    .requiredOption('--title <text>', 'what the payment is for')
    .requiredOption('--currency <code>', 'ISO 4217 code');
  addTermOptions(create)
    .addOption(jsonOption())
    .action(async (options: OfMode & TermOptions & { readonly currency: string }) => {
      const { merchant, mode, currency } = options;
      await withContext(shell, options, async (ctx) => {
        const body = { ...termsOf(options), currency };
        return (await createPaymentLink(ctx, actingFor(merchant, mode), body, null)).value;
      });
    });
}

function addUpdate(links: Command, shell: Shell): void {
  const update = onLink(
    links,
    'update',
    'change the terms of a payment link; omitted options keep their value, "" removes one',
  ).option('--title <text>', 'what the payment is for');
  addTermOptions(update)
    .option('--no-in-parts', 'no longer a bill that is paid in parts')
    .option('--no-donation', 'no longer a donation')
    .addOption(jsonOption())
    .action(async (id: string, options: OfMode & TermOptions) => {
      const { merchant, mode } = options;
      await withContext(shell, options, async (ctx) => {
        const actor = actingFor(merchant, mode);
        const { customer, ...terms } = termsOf(options);
        if (!customer) return change(ctx, actor, id, terms);
        // The customer is replaced as a whole, but an omitted option has to keep its value.
        const before = await retrievePaymentLink(ctx, actor, id);
        return change(ctx, actor, id, { ...terms, customer: { ...before.customer, ...customer } });
      });
    });
}

interface ListOptions extends OfMode {
  readonly status?: string;
  readonly limit?: number;
  readonly cursor?: string;
}

function addList(links: Command, shell: Shell): void {
  links
    .command('list')
    .description('list payment links, newest first')
    .addOption(merchantOption())
    .addOption(modeOption())
    .addOption(
      new Option('--status <status>', 'only links with this status').choices(['active', 'paused', 'ended']),
    )
    .option('--limit <number>', 'links per page, 1 to 100 (default: 25)', readLimit)
    .option('--cursor <cursor>', 'next_cursor of the previous page')
    .addOption(jsonOption())
    .action(async (options: ListOptions) => {
      const { merchant, mode, status, limit, cursor } = options;
      const query = { status, cursor, limit: limit === undefined ? undefined : String(limit) };
      await withContext(shell, options, (ctx) => listPaymentLinks(ctx, actingFor(merchant, mode), query));
    });
}

/** Adds a command that has no options of its own. */
function addOnLink(
  links: Command,
  shell: Shell,
  name: string,
  description: string,
  { run }: { run: (ctx: Context, actor: MerchantCommand, id: string) => Promise<unknown> },
): void {
  onLink(links, name, description)
    .addOption(jsonOption())
    .action(async (id: string, options: OfMode) => {
      const { merchant, mode } = options;
      await withContext(shell, options, (ctx) => run(ctx, actingFor(merchant, mode), id));
    });
}

function onLink(links: Command, name: string, description: string): Command {
  return links
    .command(name)
    .description(description)
    .argument('<id>', 'id of the payment link')
    .addOption(merchantOption())
    .addOption(modeOption());
}

async function change(ctx: Context, actor: MerchantCommand, id: string, body: object) {
  return (await updatePaymentLink(ctx, actor, { id, body }, null)).value;
}
