import type { EventType } from '@guichet/core/events/types';
import { createEndpoint } from '@guichet/core/webhook-endpoints/create';
import type { Command } from 'commander';
import { withContext } from '../with-context.ts';
import { type Json, jsonOption, type ModeText, merchantOption, modeOption } from './options.ts';

export function addWebhookCommands(program: Command): void {
  const webhooks = program.command('webhooks').description('webhook endpoints of merchants');
  webhooks
    .command('create')
    .description('make an endpoint; its secret is shown this once')
    .addOption(merchantOption())
    .addOption(modeOption())
    .requiredOption('--url <url>', 'where events are posted to')
    .option('--events <types>', 'comma-separated event types; every event when left out')
    .addOption(jsonOption())
    .action(async (options: Json & { merchant: string; mode: ModeText; url: string; events?: string }) => {
      const { merchant, mode, url } = options;
      // The verb says which of them are no events.
      const events = options.events?.split(',').map((type) => type.trim() as EventType);
      await withContext(options, (ctx) =>
        createEndpoint(ctx, merchant, { mode, url, ...(events && { events }) }),
      );
    });
}
