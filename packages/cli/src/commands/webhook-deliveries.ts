import {
  type EventType,
  eventTypes,
  listOwnDeliveries,
  resendOwnDelivery,
  resendToOwnEndpoint,
  showOwnDelivery,
} from '@guichet/core/events';
import { type Command, Option } from 'commander';
import { actingForOwner } from '../acting.ts';
import type { Shell } from '../shell/shell.ts';
import { withContext } from '../with-context.ts';
import { addObjectCommand } from './add-object-command.ts';
import { type Json, jsonOption, readLimit } from './options.ts';
import { timeOf } from './read-time.ts';

interface ListOptions extends Json {
  readonly status?: 'waiting' | 'delivered' | 'failed';
  readonly event?: EventType;
  readonly since?: Date;
  readonly until?: Date;
  readonly cursor?: string;
  readonly limit?: number;
}

interface ResendOptions extends Json {
  readonly failed?: true;
  readonly since?: Date;
  readonly until?: Date;
}

/** Adds the commands that list, show and resend deliveries. */
export function addDeliveryCommands(webhooks: Command, shell: Shell): void {
  webhooks
    .command('deliveries')
    .description('list the deliveries to an endpoint, newest event first')
    .argument('<endpoint>', 'id of the endpoint')
    .addOption(
      new Option('--status <status>', 'only deliveries with this status').choices([
        'waiting',
        'delivered',
        'failed',
      ]),
    )
    .addOption(new Option('--event <type>', 'only events of this type').choices([...eventTypes]))
    .addOption(sinceOption('only events from this time on'))
    .addOption(untilOption('only events before this time'))
    .option('--cursor <cursor>', 'next_cursor of the previous page')
    .option('--limit <number>', 'page size, 1 to 100 (default: 25)', readLimit)
    .addOption(jsonOption())
    .action(async (id: string, { json, since, until, limit, ...filter }: ListOptions) => {
      await withContext(shell, json ? { json } : {}, async (ctx) =>
        listOwnDeliveries(ctx, await actingForOwner(ctx, 'endpoint', id), {
          ...{ ...filter, endpoint_id: id },
          ...(since && { since: since.toISOString() }),
          ...(until && { until: until.toISOString() }),
          ...(limit !== undefined && { limit: String(limit) }),
        }),
      );
    });
  addObjectCommand(webhooks, shell, {
    name: 'delivery',
    description: 'show a delivery with each attempt and the beginning of each response',
    argument: ['<delivery>', 'id of the delivery'],
    run: async (ctx, id) => showOwnDelivery(ctx, await actingForOwner(ctx, 'delivery', id), id),
  });
  addResend(webhooks, shell);
}

function addResend(webhooks: Command, shell: Shell): void {
  webhooks
    .command('resend')
    .description('resend one delivery, an endpoint’s events of a period, or its failed deliveries')
    .argument('<id>', 'id of a delivery, or of an endpoint (with --since or --failed)')
    .option('--failed', 'resend failed deliveries, all or those since --since')
    .addOption(
      sinceOption('resend events from this time on, whether delivered or not, even if never sent before'),
    )
    .addOption(untilOption('resend events before this time (default: now)').conflicts('failed'))
    .addOption(jsonOption())
    .action(async (id: string, options: ResendOptions, command: Command) => {
      const { failed, since, until } = options;
      const isDelivery = id.startsWith('dlv_');
      if (isDelivery && (failed || since || until))
        command.error('error: --failed, --since and --until need the id of an endpoint');
      if (!isDelivery && !failed && !since)
        command.error('error: an endpoint needs --since <time> or --failed');
      await withContext(shell, options, async (ctx) => {
        const actor = await actingForOwner(ctx, isDelivery ? 'delivery' : 'endpoint', id);
        if (isDelivery) return resendOwnDelivery(ctx, actor, id);
        const from = (since ?? new Date(0)).toISOString();
        const range = { which: 'all', since: from, ...(until && { until: until.toISOString() }) };
        const body = failed ? { which: 'failed', since: from } : range;
        return resendToOwnEndpoint(ctx, actor, { id, body });
      });
    });
}

const sinceOption = (description: string) => timeOption('--since <time>', description);
const untilOption = (description: string) => timeOption('--until <time>', description);

function timeOption(flags: string, description: string): Option {
  return new Option(flags, `${description}: ISO 8601, or how long ago (2h, 3d)`).argParser(timeOf);
}
