import {
  ClockError,
  DatabaseRightsError,
  DurabilityError,
  explainMixUp,
  OutdatedDatabaseError,
  PoolerError,
} from '@guichet/core/serving';
import { AppError } from '@guichet/kernel/errors';
import { ConfigError } from '@guichet/server/config';
import { EmbeddedPostgresError } from '@guichet/server/embedded-postgres/errors';
import { ListenError } from '@guichet/server/listen-error';
import { StopError } from '@guichet/server/stop-in-order';
import { CommanderError } from 'commander';
import { describeCauses } from './causes.ts';
import { printResult } from './print-result.ts';
import type { Shell } from './shell/shell.ts';

const usage_exit_code = 2;

/**
 * Reports an error: as a sentence for people, or as one JSON object with `--json`. Internal errors are followed by
 * their causes, one line each, and by their stack trace if LOG_LEVEL is debug or trace.
 */
export function reportError(error: unknown, args: readonly string[], shell: Shell): void {
  shell.exitCode = error instanceof CommanderError ? usage_exit_code : 1;
  const { code, message, fields } = explain(error, shell.env);
  if (args.includes('--json')) {
    printResult(shell, { error: { code, message, errors: fields } }, true);
    return;
  }
  // Help was printed because no command was given, so no error is reported.
  if (isHelp(error)) return;
  shell.stderr.write(`${message}\n`);
  for (const [field, messages] of Object.entries(fields ?? {}))
    shell.stderr.write(`  ${field} ${messages.join(', ')}\n`);
}

interface Explanation {
  readonly code: string;
  readonly message: string;
  readonly fields: Readonly<Record<string, readonly string[]>> | null;
}

function explain(error: unknown, env: Shell['env']): Explanation {
  if (error instanceof AppError) return { code: error.code, message: error.message, fields: error.fields };
  if (error instanceof CommanderError) {
    const message = isHelp(error) ? 'missing command' : error.message.replace(/^error: /, '');
    return { code: 'usage', message, fields: null };
  }
  if (error instanceof ConfigError) return { code: 'settings', message: error.message, fields: null };
  if (
    error instanceof ListenError ||
    error instanceof EmbeddedPostgresError ||
    error instanceof StopError ||
    error instanceof ClockError
  ) {
    return { code: 'environment', message: error.message, fields: null };
  }
  const known =
    error instanceof DatabaseRightsError ||
    error instanceof DurabilityError ||
    error instanceof OutdatedDatabaseError ||
    error instanceof PoolerError
      ? error
      : explainMixUp(error);
  if (known) return { code: 'database', message: known.message, fields: null };
  return explainParameter(error) ?? explainConnection(error) ?? explainFault(error, env);
}

function explainFault(error: unknown, env: Shell['env']): Explanation {
  const [message = '', ...causes] = describeCauses(error);
  const lines = [message, ...causes.map((cause) => `  because ${cause}`)];
  if (['debug', 'trace'].includes(env.LOG_LEVEL ?? '')) {
    if (error instanceof Error && error.stack !== undefined) lines.push(error.stack);
  }
  return { code: 'fault', message: lines.join('\n'), fields: null };
}

function isHelp(error: unknown): boolean {
  return error instanceof CommanderError && error.code === 'commander.help';
}

/**
 * Errors of an unusable database: no connection, access denied (SQLSTATE class 28, 3D000), or a server that is
 * starting, stopping, full or read-only.
 */
const unusable =
  /^(E(CONNREFUSED|CONNRESET|NOTFOUND|TIMEDOUT|HOSTUNREACH|NETUNREACH)|EAI_AGAIN|EPIPE|25006|28...|3D000|53[13]00|57P0[123])$/;

/** Explains which startup parameter a pooler refused (SQLSTATE 08P01). */
function explainParameter(error: unknown): Explanation | undefined {
  if (!(error instanceof Error)) return undefined;
  const parameter = /^unsupported startup parameter(?: in options)?: (.+)$/.exec(error.message)?.[1];
  if (parameter === undefined) return explainParameter(error.cause);
  return {
    code: 'database',
    message:
      `The pooler of DATABASE_URL does not accept the parameter ${parameter}. Set it for the role instead ` +
      `(alter role ... set ...), or name it in PgBouncer's ignore_startup_parameters: ${error.message}`,
    fields: null,
  };
}

/** Explains an unusable database in a sentence that replaces the stack trace. */
function explainConnection(error: unknown): Explanation | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error ? String(error.code) : '';
  const isUnusable =
    unusable.test(code) ||
    /^(Connection terminated|timeout exceeded when trying to connect)/.test(error.message);
  if (!isUnusable) return explainConnection(error.cause);
  const detail = error instanceof AggregateError ? code : error.message;
  return {
    code: 'database',
    message: `Cannot use the database in DATABASE_URL: ${detail}`,
    fields: null,
  };
}
