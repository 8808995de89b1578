import {
  createEndpoint,
  deleteEndpoint,
  disableEndpoint,
  type EndpointChange,
  type EventType,
  enableEndpoint,
  listEndpoints,
  rotateSecret,
  showEndpoint,
  updateEndpoint,
} from '@guichet/core/events';
import type { Context } from '@guichet/core/platform';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { actingFor, actingForOwner } from '../acting.ts';
import type { Shell } from '../shell/shell.ts';
import { withContext } from '../with-context.ts';
import { addObjectCommand } from './add-object-command.ts';
import { type Json, jsonOption, type ModeText, merchantOption, modeOption, type OfMode } from './options.ts';
import { addDeliveryCommands } from './webhook-deliveries.ts';
import { addWebhookDoctorCommand } from './webhook-doctor.ts';
import { sendTest } from './webhook-test.ts';
import { withDoctor } from './with-doctor.ts';

interface CreateOptions extends OfMode {
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

export function addWebhookCommands(webhooks: Command, shell: Shell): void {
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
    .description('create an endpoint and test it; its secret is shown only once')
    .addOption(merchantOption())
    .addOption(modeOption())
    .requiredOption('--url <url>', 'address that events are posted to')
    .option('--events <types>', 'comma-separated event types (default: all)')
    .option('--description <text>', 'your name for it')
    .addOption(skipDoctorOption())
    .addOption(jsonOption())
    .action(async (options: CreateOptions) => {
      const { merchant, mode, url, description } = options;
      const events = options.events === undefined ? undefined : readEvents(options.events);
      await withDoctor(shell, options, !options.skipDoctor, async (ctx) => {
        const input = {
          url,
          ...(events && { events }),
          ...(description !== undefined && { description }),
        };
        const made = await createEndpoint(ctx, actingFor(merchant, mode), input);
        return { ...made, endpoint_id: made.id };
      });
    });
}

function addUpdate(webhooks: Command, shell: Shell): void {
  webhooks
    .command('update')
    .description('change an endpoint; omitted options keep their value')
    .argument('<endpoint>', 'id of the endpoint')
    .option('--url <url>', 'new address, which is tested')
    .option('--events <types>', 'comma-separated event types')
    .addOption(new Option('--all-events', 'listen to every event').conflicts('events'))
    .option('--description <text>', 'your name for it; empty to remove it')
    .addOption(skipDoctorOption())
    .addOption(jsonOption())
    .action(async (id: string, options: UpdateOptions, command: Command) => {
      const change = readChange(options);
      if (Object.keys(change).length === 0)
        command.error('error: nothing to change; name at least one option');
      const isTried = change.url !== undefined && !options.skipDoctor;
      await withDoctor(shell, options, isTried, async (ctx) => {
        const report = await updateEndpoint(ctx, await actingForOwner(ctx, 'endpoint', id), {
          id,
          body: change,
        });
        return { ...report, endpoint_id: id };
      });
    });
}

function addLooks(webhooks: Command, shell: Shell): void {
  webhooks
    .command('list')
    .description('list the endpoints of a merchant with their health, oldest first')
    .addOption(merchantOption())
    .addOption(new Option('--mode <mode>', 'test or live (default: both)').choices(['test', 'live']))
    .addOption(jsonOption())
    .action(async (options: Json & { merchant: string; mode?: ModeText }) => {
      await withContext(shell, options, async (ctx) => ({
        endpoints: await listAll(ctx, options),
      }));
    });
  addObjectCommand(webhooks, shell, {
    name: 'show',
    description: 'show an endpoint with its health',
    argument: ['<endpoint>', 'id of the endpoint'],
    run: async (ctx, id) => showEndpoint(ctx, await actingForOwner(ctx, 'endpoint', id), id),
  });
  addObjectCommand(webhooks, shell, {
    name: 'test',
    description: 'send a test event to an endpoint; exits with 1 unless it is acknowledged',
    argument: ['<endpoint>', 'id of the endpoint'],
    run: async (ctx, id) => {
      const result = await sendTest(ctx, id);
      if (!result.is_delivered) shell.exitCode = 1;
      return result;
    },
  });
}

function addChanges(webhooks: Command, shell: Shell): void {
  const verbs = [
    ['enable', 'switch an endpoint on and clear its failures', enableEndpoint],
    ['disable', 'switch an endpoint off; nothing is sent to it', disableEndpoint],
    ['delete', 'delete an endpoint; its deliveries stay on record', deleteEndpoint],
  ] as const;
  for (const [name, description, verb] of verbs) {
    addObjectCommand(webhooks, shell, {
      name,
      description,
      argument: ['<endpoint>', 'id of the endpoint'],
      run: async (ctx, id) => verb(ctx, await actingForOwner(ctx, 'endpoint', id), id),
    });
  }
  webhooks
    .command('rotate')
    .description('give an endpoint a new secret, shown only once; the old one stays valid for a while')
    .argument('<endpoint>', 'id of the endpoint')
    .option(
      '--overlap <hours>',
      'hours for which the old secret stays valid, 0 to 168 (default: 24)',
      readHours,
    )
    .addOption(jsonOption())
    .action(async (id: string, options: Json & { overlap?: number }) => {
      const { overlap: overlap_hours } = options;
      await withContext(shell, options, async (ctx) =>
        rotateSecret(ctx, await actingForOwner(ctx, 'endpoint', id), {
          id,
          body: overlap_hours === undefined ? {} : { overlap_hours },
        }),
      );
    });
}

/** Lists the endpoints from the oldest, in the order of the ids. */
async function listAll(ctx: Context, { merchant, mode }: { merchant: string; mode?: ModeText }) {
  const modes = mode === undefined ? (['test', 'live'] as const) : [mode];
  const lists = await Promise.all(modes.map((one) => listEndpoints(ctx, actingFor(merchant, one))));
  return lists.flat().toSorted((left, right) => (left.id < right.id ? -1 : 1));
}

const skipDoctorOption = () => new Option('--skip-doctor', 'do not test the endpoint');

/** Unknown types are kept, so that the verb reports them. */
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
  if (!/^\d{1,3}$/.test(text)) throw new InvalidArgumentError('Must be a whole number of hours.');
  return Number(text);
}
