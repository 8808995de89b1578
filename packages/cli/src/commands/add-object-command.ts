import type { Context } from '@guichet/core/platform';
import type { Command } from 'commander';
import type { Shell } from '../shell/shell.ts';
import { withContext } from '../with-context.ts';
import { type Json, jsonOption } from './options.ts';

/** A command on one object. */
interface ObjectCommand {
  readonly name: string;
  readonly description: string;
  /** The argument that identifies the object, with its explanation in the help: `<id>`, `id of the payment`. */
  readonly argument: readonly [name: string, meaning: string];
  /** @returns the value to print */
  run(ctx: Context, id: string): Promise<unknown>;
}

export function addObjectCommand(
  noun: Command,
  shell: Shell,
  { name, description, argument, run }: ObjectCommand,
): void {
  noun
    .command(name)
    .description(description)
    .argument(...argument)
    .addOption(jsonOption())
    .action(async (id: string, options: Json) => {
      await withContext(shell, options, (ctx) => run(ctx, id));
    });
}
