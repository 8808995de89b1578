import { beginRecovery, endRecovery, showRecovery } from '@guichet/core/operations';
import type { CommandActor } from '@guichet/core/platform';
import { type Command, InvalidArgumentError } from 'commander';
import type { Shell } from '../shell/shell.ts';
import { systemUser, withContext } from '../with-context.ts';
import { type Json, jsonOption } from './options.ts';

export function addRecoverCommands(recover: Command, shell: Shell): void {
  recover
    .command('begin', { isDefault: true })
    .description(
      'send no payout, refund or collection from now on, and inquire about everything that is open',
    )
    .option(
      '--since <time>',
      'time at which the restored data ends, ISO 8601 (default: when it was last in use)',
      readMoment,
    )
    .addOption(jsonOption())
    .allowExcessArguments()
    .action(async ({ since, ...options }: Json & { readonly since?: Date }, begin: Command) => {
      // The default command gets every word that is not a command: a mistyped `open` must not begin a recovery.
      const [word] = begin.args;
      if (word !== undefined) recover.error(`error: unknown command '${word}'`);
      await withContext(shell, options, (ctx) => beginRecovery(ctx, me(), { ...(since && { since }) }));
    });
  recover
    .command('status')
    .description('show whether the service is recovering, and what it has found')
    .addOption(jsonOption())
    .action(async (options: Json) => {
      await withContext(shell, { ...options, as_it_is: true }, (ctx) => showRecovery(ctx, me()));
    });
  recover
    .command('open')
    .description('end the recovery: customers can pay, and requests that no operator knows are sent')
    .option('--anyway', 'open even if not everything has been inquired about')
    .addOption(jsonOption())
    .action(async ({ anyway, ...options }: Json & { readonly anyway?: true }) => {
      await withContext(shell, options, (ctx) => endRecovery(ctx, me(), { anyway: anyway === true }));
    });
}

function me(): CommandActor {
  return { kind: 'command', name: systemUser() };
}

function readMoment(text: string): Date {
  const at = new Date(text);
  // A time without a zone would be read in this machine's zone.
  if (Number.isNaN(at.getTime()) || !/(Z|[+-]\d\d:\d\d)$/.test(text)) {
    throw new InvalidArgumentError('Give a time with its zone, like 2026-03-01T10:00:00Z.');
  }
  return at;
}
