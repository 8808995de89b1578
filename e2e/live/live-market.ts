import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { readObject, runCli } from '@guichet/cli/testing/run-cli';
import { createKey, createMerchant } from '@guichet/core/accounts';
import type { Context } from '@guichet/core/platform';
import { setRule } from '@guichet/core/routing';
import { asCurrency } from '@guichet/kernel/currencies';
import { silentLog } from '@guichet/kernel/log';
import { majorNumber } from '@guichet/kernel/money';
import { accountCommands } from '@guichet/simulators/account-commands';
import { type StartedSimulator, startAll } from '@guichet/simulators/start-all';
import { command, commandOf } from '../../test-support/actors.ts';
import type { TestDatabase } from '../../test-support/database.ts';
import {
  chooseFreePort,
  startTestService,
  type TestService,
  testEnvironment,
} from '../../test-support/service.ts';
import type { Way } from './ways.ts';

/** The object that `guichet` printed with `--json`. */
export type Printed = Readonly<Record<string, unknown>>;

/** A merchant in live mode, with one account. */
export interface Seller {
  readonly merchant_id: string;
  readonly account_id: string;
  /** The account's settings, including secrets. */
  readonly settings: StartedSimulator['account'];
  /** Calls the API with the merchant's live key. */
  call(
    method: 'GET' | 'POST',
    path: string,
    body?: object,
  ): Promise<{ status: number; data: Printed; errors: unknown }>;
}

export interface LiveMarket {
  readonly service: TestService;
  /** The address of the service for customers and providers. */
  readonly url: string;
  simulatorOf(connector: string): StartedSimulator;
  /** Sums the clearing balances of all accounts of a connector in our books, in the major unit. */
  clearingOf(connector: string): Promise<number>;
  /** Runs an `npx guichet` command line as a shell would, and parses its output. @throws Error if it fails */
  paste(line: string, variables?: Readonly<Record<string, string>>): Promise<Printed>;
  /**
   * Sets up a merchant with an account (with its documented command), a routing rule and the provider's callback
   * URL.
   */
  openSeller(way: Way): Promise<Seller>;
  close(): Promise<void>;
}

/**
 * Starts every simulator and the service, connected as on a developer's machine.
 *
 * @param database the service's database; a new one by default
 */
export async function openLiveMarket(database?: TestDatabase): Promise<LiveMarket> {
  const simulators = await startAll({ log: silentLog, seed: 1, portOf: () => 0 });
  const port = await chooseFreePort();
  // The port is chosen first, because providers get the callback URL from the service's settings.
  const url = `http://localhost:${port}`;
  const settings = { PORT: String(port), PUBLIC_URL: url };
  const service = await startTestService({ env: settings, ...(database && { database }) });
  const env = { ...testEnvironment(service.database.database_url, service.data_dir), ...settings };
  const simulatorOf = (connector: string): StartedSimulator => {
    const found = simulators.started.find(({ entry }) => entry.id === connector);
    if (!found) throw new Error(`${connector} has no simulator`);
    return found;
  };
  const paste: LiveMarket['paste'] = (line, variables = {}) => runLine(line, variables, env);
  return {
    service,
    url,
    simulatorOf,
    paste,
    clearingOf: (connector) => readClearing(service.ctx, connector),
    openSeller: async (way) => {
      const simulator = simulatorOf(way.connector);
      const { ctx } = service;
      const { id: merchant_id } = await createMerchant(ctx, command, { name: 'Boutique Aya', country: 'CI' });
      const { key } = await createKey(ctx, commandOf(merchant_id, 'live'), {});
      const line = accountCommands(simulator).find((one) => one.includes(`--name ${way.name} `));
      const account = await paste(`${line} --json`, { MERCHANT: merchant_id });
      await setRule(ctx, commandOf(merchant_id, 'live'), {
        operator: way.operator,
        fee_percent: '2',
        enabled: true,
      });
      const isFirst = way.name === 'simulator';
      if (by_dashboard.has(way.connector)) await setDashboard(simulator, String(account.callback_url));
      const settings = (isFirst ? simulator.account : simulator.more_accounts[way.name]) ?? {};
      return { merchant_id, account_id: String(account.id), settings, call: callerOf(url, key) };
    },
    close: async () => {
      await service.stop();
      await simulators.close();
    },
  };
}

async function readClearing({ db }: Context, connector: string): Promise<number> {
  const accounts = await db
    .selectFrom('connector_accounts')
    .select('id')
    .where('connector', '=', connector)
    .execute();
  const entries = await db
    .selectFrom('ledger_entries')
    .selectAll()
    .where(
      'account',
      'in',
      accounts.map(({ id }) => `operator_clearing:${id}`),
    )
    .execute();
  return entries
    .map(({ amount_minor, currency }) => majorNumber({ amount_minor, currency: asCurrency(currency) }))
    .reduce((sum, one) => sum + one, 0);
}

/**
 * The connectors whose callback URL is set on the provider's dashboard. All others send the URL with each request,
 * also because Orange's simulator serves four contracts, which would share a dashboard.
 */
const by_dashboard = new Set(['pawapay', 'wave', 'fedapay', 'airtel-money']);

/**
 * Sets the callback URL as a person does on the provider's dashboard, with the command from the simulator's README.
 */
async function setDashboard({ control_url }: StartedSimulator, callback_url: string): Promise<void> {
  const response = await fetch(`${control_url}/dashboard`, {
    method: 'POST',
    body: JSON.stringify({ callback_url }),
  });
  if (!response.ok) throw new Error(`${control_url}: ${await response.text()}`);
}

function callerOf(url: string, key: string): Seller['call'] {
  return async (method, path, body) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const { data, errors } = (await response.json()) as { data: Printed; errors: unknown };
    return { status: response.status, data, errors };
  };
}

/** A shell function that prints the arguments that `guichet` would get, each terminated by a zero byte. */
const npx = `npx() { shift; printf '%s\\0' "$@"; }`;

/** Splits the line with a real shell and runs the command in this process, which saves two seconds of CPU. */
async function runLine(
  line: string,
  variables: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>>,
): Promise<Printed> {
  const { PATH = '' } = process.env;
  const { stdout: words } = await promisify(execFile)('bash', ['-euc', `${npx}; ${line}`], {
    env: { PATH, ...variables },
  });
  const { code, stdout, stderr } = await runCli(words.split('\0').slice(0, -1), { env });
  if (code !== 0) throw new Error(`${line}: ${stdout}${stderr}`);
  return readObject(stdout);
}
