import { type Config, type Role, readConfig } from '@guichet/server/config';
import type { Demo } from '@guichet/server/demo/prepare-demo';
import { makeLogger } from '@guichet/server/make-logger';
import type { Service } from '@guichet/server/serve';
import type { Command } from 'commander';
import { printResult } from '../print-result.ts';
import { destinationOf, type Shell } from '../shell/shell.ts';
import { listenForStop } from '../signals/listen-for-stop.ts';
import { stopForGood } from '../signals/stop-for-good.ts';
import { type Json, jsonOption } from './options.ts';

export function addServeCommands(program: Command, shell: Shell): void {
  program
    .command('serve')
    .description('run the service in the role set by GUICHET_ROLE (all, web or worker)')
    .addOption(jsonOption())
    .action((options: Json) => start(shell, options, null));
  program
    .command('worker')
    .description('run jobs only: webhooks, status inquiries, expiry')
    .addOption(jsonOption())
    .action((options: Json) => start(shell, options, 'worker'));
}

async function start(shell: Shell, options: Json, role: Role | null): Promise<void> {
  // The server is imported only here, because other commands do not need it.
  const { serve } = await import('@guichet/server/serve');
  const settings = readConfig(shell.env, shell.cwd());
  const config = role === null ? settings : { ...settings, role };
  // With --json, standard output contains only the one object.
  const logger = makeLogger(
    config.log_level,
    destinationOf(options.json === true ? shell.stderr : shell.stdout),
  );
  // Listens before starting: a signal that arrives in the meantime must not leave an embedded database running.
  const stop = listenForStop(shell);
  const service = await serve(config, logger);
  if (!stop.isReceived()) {
    announce(shell, config, service, options.json === true);
    // Starts the build for which the first visitor of the dashboard would otherwise wait.
    if (config.role !== 'worker') (await import('@guichet/server/dashboard/build')).dashboardBuild(logger);
  }
  await stop.received;
  await stopForGood(service, logger, shell);
}

function announce(shell: Shell, config: Config, { demo }: Service, json: boolean): void {
  const url = config.role === 'worker' ? null : config.public_url;
  if (json) printResult(shell, { ready: true, role: config.role, url, demo }, true);
  else shell.stdout.write(`${welcome(url, demo)}\n`);
}

function welcome(url: string | null, demo: Demo | null): string {
  if (url === null) return 'Guichet is running jobs. Stop it with Ctrl-C.';
  if (!demo) return `Guichet is ready at ${url}`;
  return `
Guichet is ready at ${url}

  Test key   ${demo.test_key}
  Try it     ${url}/demo   (a fresh session, paid in play money)
  Dashboard  ${url}/dashboard   (${signIn(demo)})

  Create a session yourself:

    curl -X POST ${demo.base_url}/checkout/initialize \\
      -H "Authorization: Bearer ${demo.test_key}" \\
      -H "Content-Type: application/json" \\
      -d '{"amount": 25000, "currency": "XOF", "return_url": "${url}/demo/returned"}'

Stop it with Ctrl-C.
`;
}

function signIn({ merchant_id, owner: { email, password } }: Demo): string {
  const reset = `npx guichet staff reset-password ${email} --merchant ${merchant_id}`;
  return `${email}, ${password ?? `new password: ${reset}`}`;
}
