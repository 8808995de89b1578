import { eventTypes } from '@guichet/core/events/types';
import { listTriggers, triggerEvent } from '@guichet/core/operations/sandbox/trigger';
import { Argument, type Command } from 'commander';
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
    .description('bring about a real event of test mode, and say who was told; needs a running service')
    .addArgument(new Argument('[event]', 'type of the event').choices(eventTypes))
    .option('--merchant <id>', 'id of the merchant; the demo merchant when left out')
    .option('--list', 'show the events that can be brought about, and how')
    .addOption(jsonOption())
    .action(async (event: (typeof eventTypes)[number] | undefined, options: TriggerOptions) => {
      if (options.list) return printResult(shell, { events: listTriggers() }, options.json === true);
      if (event === undefined) return command.error('error: which event? guichet trigger --list shows them');
      await withContext(shell, { ...options, quiet: true }, (ctx) =>
        triggerEvent(ctx, { event, merchant_id: options.merchant ?? null }),
      );
    });
}
