import { userInfo } from 'node:os';
import { actAs } from '@guichet/core/accounts/audit/act-as';
import type { Context } from '@guichet/core/platform/context';
import { migrate, pendingMigrations } from '@guichet/core/platform/database/migrate';
import { compose } from '@guichet/server/compose';
import { type Config, readConfig } from '@guichet/server/config';
import { makeLogger } from '@guichet/server/make-logger';
import { printResult } from './print-result.ts';
import { destinationOf, type Shell } from './shell/shell.ts';

/**
 * Runs a command over the same database as the service, also while the service runs, and prints its result. A
 * database that is new or behind is brought up to date first, as the service would. What it changes is the command's in
 * the audit log.
 *
 * @param options.as_it_is the database is left as it is found, for a command that only looks
 * @param options.quiet only warnings and worse are logged, for a command that tells itself what happens
 */
export async function withContext<Result>(
  shell: Shell,
  options: { readonly json?: true; readonly as_it_is?: true; readonly quiet?: true },
  command: (ctx: Context, config: Config) => Promise<Result>,
): Promise<Result> {
  const config = readConfig(shell.env, shell.cwd());
  // Standard output belongs to the result.
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

/** Who is logged in to the machine. */
export function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    // Some containers run as a number that has no name.
    return String(process.getuid?.() ?? 'unknown');
  }
}
