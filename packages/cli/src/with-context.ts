import { userInfo } from 'node:os';
import { actAs } from '@guichet/core/accounts';
import { type Context, migrate, pendingMigrations } from '@guichet/core/platform';
import { compose } from '@guichet/server/compose';
import { type Config, readConfig } from '@guichet/server/config';
import { makeLogger } from '@guichet/server/make-logger';
import { printResult } from './print-result.ts';
import { destinationOf, type Shell } from './shell/shell.ts';

/**
 * Runs a command on the service's database, which may be in use by the running service, and prints its result.
 * Pending migrations are applied first, as the service would. The audit log attributes changes to the command.
 *
 * @param options.as_it_is skips migrations, for a command that only reads
 * @param options.quiet logs only warnings and errors, for a command that reports its own progress
 */
export async function withContext<Result>(
  shell: Shell,
  options: { readonly json?: true; readonly as_it_is?: true; readonly quiet?: true },
  command: (ctx: Context, config: Config) => Promise<Result>,
): Promise<Result> {
  const config = readConfig(shell.env, shell.cwd());
  // Standard output is reserved for the result.
  const logger = makeLogger(options.quiet ? 'warn' : config.log_level, destinationOf(shell.stderr));
  const { ctx, close } = await compose(config, logger);
  try {
    if (!options.as_it_is && (await pendingMigrations(ctx.db)).length > 0) await migrate(ctx.db, ctx.pool);
    const result = await command(
      options.as_it_is ? ctx : actAs(ctx, { kind: 'command', name: systemUser() }),
      config,
    );
    printResult(shell, result, options.json === true);
    return result;
  } finally {
    await close();
  }
}

/** Returns the name of the user who is logged in to the machine. */
export function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    // Some containers run under a user id without a name.
    return String(process.getuid?.() ?? 'unknown');
  }
}
