import type { EventType } from '@guichet/core/events/types';
import { createEndpoint } from '@guichet/core/events/webhooks/endpoints/create';
import { deleteEndpoint } from '@guichet/core/events/webhooks/endpoints/delete';
import { disableEndpoint, enableEndpoint } from '@guichet/core/events/webhooks/endpoints/enable';
import { findEndpointKey } from '@guichet/core/events/webhooks/endpoints/hold';
import { rotateSecret } from '@guichet/core/events/webhooks/endpoints/rotate-secret';
import { listEndpoints, showEndpoint } from '@guichet/core/events/webhooks/endpoints/show';
import { type EndpointChange, updateEndpoint } from '@guichet/core/events/webhooks/endpoints/update';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Shell } from '../shell/shell.ts';
import { withContext } from '../with-context.ts';
import { type Json, jsonOption, type ModeText, merchantOption, modeOption } from './options.ts';
import { addDeliveryCommands } from './webhook-deliveries.ts';
import { addWebhookDoctorCommand } from './webhook-doctor.ts';
import { sendTest } from './webhook-test.ts';
import { withDoctor } from './with-doctor.ts';

interface CreateOptions extends Json {
  readonly merchant: string;
  readonly mode: ModeText;
  readonly url: string;
  readonly events?: string;
  readonly description?: string;
  readonly skipDoctor?: true;
}

interface UpdateOptions extends Json {
  readonly url?: string;
  readonly events?: string;
  readonly allEvents?: true;
  readonly description?: string;
  readonly skipDoctor?: true;
}

export function addWebhookCommands(program: Command, shell: Shell): void {
  const webhooks = program
    .command('webhooks')
    .description('webhook endpoints of merchants, and what they were sent');
  addCreate(webhooks, shell);
  addUpdate(webhooks, shell);
  addLooks(webhooks, shell);
  addChanges(webhooks, shell);
  addDeliveryCommands(webhooks, shell);
  addWebhookDoctorCommand(webhooks, shell);
}

function addCreate(webhooks: Command, shell: Shell): void {
  webhooks
    .command('create')
    .description('make an endpoint, and try it; its secret is shown this once')
    .addOption(merchantOption())
    .addOption(modeOption())
    .requiredOption('--url <url>', 'where events are posted to')
    .option('--events <types>', 'comma-separated event types; every event when left out')
    .option('--description <text>', 'what you call it')
    .addOption(skipDoctorOption())
    .addOption(jsonOption())
    .action(async (options: CreateOptions) => {
      const { merchant, mode, url, description } = options;
      const events = options.events === undefined ? undefined : readEvents(options.events);
      await withDoctor(shell, options, !options.skipDoctor, async (ctx) => {
        const input = {
          mode,
          url,
          ...(events && { events }),
          ...(description !== undefined && { description }),
        };
        const made = await createEndpoint(ctx, merchant, input);
        return { ...made, endpoint_id: made.id };
      });
    });
}

function addUpdate(webhooks: Command, shell: Shell): void {
  webhooks
    .command('update')
    .description('change an endpoint; what is left out stays as it is')
    .argument('<endpoint>', 'id of the endpoint')
    .option('--url <url>', 'where events are posted to; it is tried')
    .option('--events <types>', 'comma-separated event types')
    .addOption(new Option('--all-events', 'listen to every event').conflicts('events'))
    .option('--description <text>', 'what you call it; empty for none')
    .addOption(skipDoctorOption())
    .addOption(jsonOption())
    .action(async (id: string, options: UpdateOptions, command: Command) => {
      const change = readChange(options);
      if (Object.keys(change).length === 0)
        command.error('error: there is nothing to change: name an option');
      const isTried = change.url !== undefined && !options.skipDoctor;
      await withDoctor(shell, options, isTried, async (ctx) => {
        const report = await updateEndpoint(ctx, await findEndpointKey(ctx, id), change);
        return { ...report, endpoint_id: id };
      });
    });
}

function addLooks(webhooks: Command, shell: Shell): void {
  webhooks
    .command('list')
    .description('endpoints of a merchant with how they fare, oldest first')
    .addOption(merchantOption())
    .addOption(new Option('--mode <mode>', 'test or live; both when left out').choices(['test', 'live']))
    .addOption(jsonOption())
    .action(async (options: Json & { merchant: string; mode?: ModeText }) => {
      const { merchant: merchant_id, mode = null } = options;
      await withContext(shell, options, async (ctx) => ({
        endpoints: await listEndpoints(ctx, { merchant_id, mode }),
      }));
    });
  webhooks
    .command('show')
    .description('an endpoint with how it fares')
    .argument('<endpoint>', 'id of the endpoint')
    .addOption(jsonOption())
    .action(async (id: string, options: Json) => {
      await withContext(shell, options, async (ctx) => showEndpoint(ctx, await findEndpointKey(ctx, id)));
    });
  webhooks
    .command('test')
    .description(
      'send a test event to an endpoint, as any event is sent; exit code 1 unless it is acknowledged',
    )
    .argument('<endpoint>', 'id of the endpoint')
    .addOption(jsonOption())
    .action(async (id: string, options: Json) => {
      const { is_delivered } = await withContext(shell, options, (ctx) => sendTest(ctx, id));
      if (!is_delivered) shell.exitCode = 1;
    });
}

function addChanges(webhooks: Command, shell: Shell): void {
  const verbs = [
    ['enable', 'switch an endpoint on, as one that has never failed', enableEndpoint],
    ['disable', 'switch an endpoint off: nothing is sent to it', disableEndpoint],
    ['delete', 'delete an endpoint; what it was told stays on record', deleteEndpoint],
  ] as const;
  for (const [name, description, verb] of verbs) {
    webhooks
      .command(name)
      .description(description)
      .argument('<endpoint>', 'id of the endpoint')
      .addOption(jsonOption())
      .action(async (id: string, options: Json) => {
        await withContext<unknown>(shell, options, async (ctx) => verb(ctx, await findEndpointKey(ctx, id)));
      });
  }
  webhooks
    .command('rotate')
    .description('give an endpoint a new secret, shown this once; the old one signs beside it for a while')
    .argument('<endpoint>', 'id of the endpoint')
    .option('--overlap <hours>', 'how long the old one signs, 0 to 168; 24 when left out', readHours)
    .addOption(jsonOption())
    .action(async (id: string, options: Json & { overlap?: number }) => {
      const { overlap: overlap_hours } = options;
      await withContext(shell, options, async (ctx) =>
        rotateSecret(
          ctx,
          await findEndpointKey(ctx, id),
          overlap_hours === undefined ? {} : { overlap_hours },
        ),
      );
    });
}

const skipDoctorOption = () => new Option('--skip-doctor', 'do not try it');

/** The verb says which of them are no events. */
function readEvents(text: string): EventType[] {
  return text.split(',').map((type) => type.trim() as EventType);
}

function readChange({ url, events, allEvents, description }: UpdateOptions): EndpointChange {
  return {
    ...(url !== undefined && { url }),
    ...(events !== undefined && { events: readEvents(events) }),
    ...(allEvents && { events: null }),
    ...(description !== undefined && { description: description === '' ? null : description }),
  };
}

function readHours(text: string): number {
  if (!/^\d{1,3}$/.test(text)) throw new InvalidArgumentError('It must be a whole number of hours.');
  return Number(text);
}
