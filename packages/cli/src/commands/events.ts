import {
  browseOwnEvents,
  type EventType,
  eventTypes,
  resendOwnEvent,
  showOwnEvent,
} from '@guichet/core/events';
import { type Command, Option } from 'commander';
import { actingFor, actingForOwner } from '../acting.ts';
import type { Shell } from '../shell/shell.ts';
import { withContext } from '../with-context.ts';
import { addObjectCommand } from './add-object-command.ts';
import { type Json, jsonOption, merchantOption, modeOption, type OfMode, readLimit } from './options.ts';

interface ListOptions extends OfMode {
  readonly event?: EventType;
  readonly object?: string;
  readonly cursor?: string;
  readonly limit?: number;
}

export function addEventCommands(events: Command, shell: Shell): void {
  events
    .command('list')
    .description('list the events of a merchant, newest first')
    .addOption(merchantOption())
    .addOption(modeOption())
    .addOption(new Option('--event <type>', 'only events of this type').choices([...eventTypes]))
    .option('--object <id>', 'only events of this payment, payout, refund or endpoint')
    .option('--cursor <cursor>', 'next_cursor of the previous page')
    .option('--limit <number>', 'page size, 1 to 100 (default: 25)', readLimit)
    .addOption(jsonOption())
    .action(async (options: ListOptions) => {
      const { merchant, mode, event, object: object_id, cursor, limit } = options;
      await withContext(shell, options, (ctx) =>
        browseOwnEvents(ctx, actingFor(merchant, mode), {
          ...(event && { event }),
          ...(object_id !== undefined && { object_id }),
          ...(cursor !== undefined && { cursor }),
          ...(limit !== undefined && { limit: String(limit) }),
        }),
      );
    });
  addObjectCommand(events, shell, {
    name: 'show',
    description: 'show an event as it is sent, with its deliveries',
    argument: ['<event>', 'id of the event'],
    run: async (ctx, id) => showOwnEvent(ctx, await actingForOwner(ctx, 'event', id), id),
  });
  events
    .command('resend')
    .description('send an event again to every endpoint that listens to it or has received it')
    .argument('<event>', 'id of the event')
    .option('--endpoint <id>', 'send it to this endpoint only, even if it never received the event')
    .addOption(jsonOption())
    .action(async (id: string, options: Json & { endpoint?: string }) => {
      const { endpoint: endpoint_id } = options;
      await withContext(shell, options, async (ctx) => {
        const actor = await actingForOwner(ctx, 'event', id);
        const body = endpoint_id === undefined ? {} : { endpoint_id };
        return { endpoints: (await resendOwnEvent(ctx, actor, { id, body })).items };
      });
    });
}
