import { eventTypes } from '@guichet/core/events';
import { listTriggers, triggerEvent } from '@guichet/core/operations';
import { Argument, type Command } from 'commander';
import { command as acting } from '../acting.ts';
import { printResult } from '../print-result.ts';
import type { Shell } from '../shell/shell.ts';
import { withContext } from '../with-context.ts';
import { type Json, jsonOption } from './options.ts';

interface TriggerOptions extends Json {
  readonly merchant?: string;
  readonly list?: true;
}

export function addTriggerCommand(program: Command, shell: Shell): void {
  const command = program
    .command('trigger')
    .description('trigger a real event in test mode and show its deliveries; needs a running service')
    .addArgument(new Argument('[event]', 'type of the event').choices(eventTypes))
    .option('--merchant <id>', 'id of the merchant (default: the demo merchant)')
    .option('--list', 'list the events that can be triggered, and what triggers each')
    .addOption(jsonOption())
    .action(async (event: (typeof eventTypes)[number] | undefined, options: TriggerOptions) => {
      if (options.list) return printResult(shell, { events: listTriggers() }, options.json === true);
      if (event === undefined)
        return command.error('error: name the event to trigger; guichet trigger --list shows them');
      await withContext(shell, { ...options, quiet: true }, (ctx) =>
        triggerEvent(ctx, acting(), { event, merchant_id: options.merchant ?? null }),
      );
    });
}
