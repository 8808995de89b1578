import { eventTypes } from '@guichet/core/events';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { listen, secretOfKey } from '../listen/listen.ts';
import { makeJsonReport, makePlainReport } from '../listen/report.ts';
import type { Shell } from '../shell/shell.ts';
import { makeTerminal } from '../terminal/make-terminal.ts';
import type { Json } from './options.ts';

const stop_signals = ['SIGINT', 'SIGTERM'] as const;
const usual_base_url = 'http://localhost:3000';

interface ListenOptions extends Json {
  readonly forwardTo: string;
  readonly apiKey?: string;
  readonly baseUrl: string;
  readonly after?: string;
  readonly events?: readonly string[];
  readonly secret?: string;
  readonly insecure?: true;
}

export function addListenCommand(program: Command, shell: Shell): void {
  const command = program
    .command('listen')
    .description('forward events to a local server as they happen; needs only the API')
    .requiredOption(
      '--forward-to <url>',
      'address that events are posted to, for example http://localhost:4000/webhook',
      readUrl,
    )
    .option(
      '--api-key <key>',
      'API key of the merchant, with the scope events:read (env: GUICHET_API_KEY)',
      readKey,
    )
    .addOption(
      new Option('--base-url <url>', 'address of the service').default(usual_base_url).argParser(readBaseUrl),
    )
    .option('--after <event>', 'start after this event, or "beginning" for all, instead of now')
    .option('--events <types>', 'comma-separated event types (default: all)', readTypes)
    .option('--secret <secret>', 'sign with this secret instead of one derived from the API key', readSecret)
    .option('--insecure', 'do not verify the certificate of an https server')
    .addOption(new Option('--json', 'print one JSON object per line'))
    .action(async (options: ListenOptions) => {
      const api_key = options.apiKey ?? keyOf(shell, command);
      if (api_key === undefined)
        return command.error('error: --api-key is missing, and GUICHET_API_KEY is not set');
      await run(shell, options, api_key);
    });
}

/**
 * Reads the fallback for --api-key. The error for an invalid value does not repeat the value, which may be a
 * different secret.
 */
function keyOf({ env }: Shell, command: Command): string | undefined {
  const { GUICHET_API_KEY: key } = env;
  try {
    return key === undefined ? undefined : readKey(key);
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    return command.error(`error: GUICHET_API_KEY is invalid. ${error.message}`);
  }
}

async function run(shell: Shell, options: ListenOptions, api_key: string): Promise<void> {
  const { forwardTo: url, baseUrl: base_url, after = null, events, secret, insecure, json } = options;
  const report = json
    ? makeJsonReport((line) => shell.stdout.write(line))
    : makePlainReport(makeTerminal(shell.stdout), () => new Date());
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  for (const signal of stop_signals) shell.once(signal, stop);
  // The reader of the output has closed it, as `| head` does.
  shell.stdout.on('error', stop);
  const target = { url, secret: secret ?? secretOfKey(api_key), insecure: insecure === true };
  const types = events ? new Set(events) : null;
  try {
    await listen({ source: { base_url, api_key }, target, after, types }, report, controller.signal);
  } finally {
    for (const signal of stop_signals) shell.off(signal, stop);
    shell.stdout.off('error', stop);
  }
}

function readUrl(text: string): string {
  const url = URL.parse(text);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new InvalidArgumentError(
      'Must be an http or https address, for example http://localhost:4000/webhook.',
    );
  return text;
}

/** Reads the base URL, accepting a trailing `/api`, `/api/v1` or slash. */
function readBaseUrl(text: string): string {
  return readUrl(text)
    .replace(/(?<!\/)\/+$/, '')
    .replace(/\/api(\/v1)?$/, '');
}

function readKey(text: string): string {
  if (!/^svc_(test|live)_\S+$/.test(text))
    throw new InvalidArgumentError('Must be an API key: svc_test_... or svc_live_...');
  return text;
}

function readSecret(text: string): string {
  if (!/^whsec_[A-Za-z0-9+/]+=*$/.test(text))
    throw new InvalidArgumentError('Must be whsec_ followed by base64.');
  return text;
}

function readTypes(text: string): readonly string[] {
  const types = text.split(',').map((type) => type.trim());
  const unknown = types.filter((type) => !(eventTypes as readonly string[]).includes(type));
  if (unknown.length > 0)
    throw new InvalidArgumentError(
      `Unknown event types: ${unknown.join(', ')}. Available: ${eventTypes.join(', ')}.`,
    );
  return types;
}
