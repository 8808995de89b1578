import { resolve } from 'node:path';
import type { Retention } from '@guichet/core/platform';
import {
  databaseTlsProblem,
  default_session_hours,
  isNetwork,
  per_second_max,
  readOpenedHost,
  usual_retention,
} from '@guichet/core/serving';
import { urlProblem } from '@guichet/kernel/url';
import { cleanEnv, makeValidator, port, str } from 'envalid';
import { readSecretFiles } from './read-secret-files.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export type Role = 'all' | 'web' | 'worker';

/** Settings of one process, read from the environment once (docs/reference/settings.md). */
export interface Config {
  readonly environment: 'development' | 'production';
  /** True if the subdomains of `public_url` are also served only over https. */
  readonly hsts_subdomains: boolean;
  readonly port: number;
  readonly host: string;
  /** Address at which customers and merchants reach us, without a trailing slash. */
  readonly public_url: string;
  /** null for the embedded PostgreSQL. */
  readonly database_url: string | null;
  readonly data_dir: string;
  /** null for a key that is created and kept in `data_dir`. */
  readonly secret_key: string | null;
  /** Earlier keys with which some secrets may still be sealed, newest first. */
  readonly secret_keys_previous: readonly string[];
  readonly log_level: string;
  readonly role: Role;
  /** Requests per second for each API key whose merchant has no limit of its own; 0 means no limit. */
  readonly rate_limit_key_per_second: number;
  /** Requests per second for each address, and each session token, on public paths; 0 means no limit. */
  readonly rate_limit_ip_per_second: number;
  readonly at_once: AtOnce;
  /** Addresses and networks (CIDR) of trusted proxies. */
  readonly trusted_proxies: readonly string[];
  /** Addresses and networks (CIDR) beyond the public internet that webhooks may reach. */
  readonly webhook_allowed_networks: readonly string[];
  readonly retention: Retention;
  /** The time for which a member stays signed in to the dashboard: when idle, and in total. */
  readonly staff_session_hours: { readonly idle: number; readonly total: number };
  /** Hosts, addresses and networks (CIDR) that connector accounts may use besides the providers' own hosts. */
  readonly provider_allowed_hosts: readonly string[];
}

/** The settings of a command that uses only the database. */
export type DatabaseConfig = Pick<Config, 'database_url' | 'data_dir' | 'log_level'>;

/** The limits of one process; 0 means no limit. An address is an IPv4 address or an IPv6 /64. */
export interface AtOnce {
  readonly connections_max: number;
  readonly connections_per_address_max: number;
  /** Event streams of checkouts, of the API and of the dashboard. */
  readonly streams_max: number;
  readonly streams_per_address_max: number;
  /** Requests whose body has not fully arrived. */
  readonly bodies_max: number;
  readonly bodies_per_address_max: number;
}

/** A whole mobile network may share one address; see decision 0026. */
export const at_once_default: AtOnce = {
  connections_max: 10_000,
  connections_per_address_max: 500,
  streams_max: 5_000,
  streams_per_address_max: 250,
  bodies_max: 2_000,
  bodies_per_address_max: 250,
};

/** The environment is not usable. The message lists every invalid setting, one per line. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(`The settings are not usable:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

const secret_key_length_min = 32;
/** Far above what one process can hold; a higher value is a typing error. */
const at_once_max = 1_000_000;

/** A hundred years. */
const days_max = 36_500;

/** Loopback and private networks, where a developer's server is. */
const local_networks = [
  '127.0.0.0/8',
  '::1/128',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  'fc00::/7',
];

const httpUrl = makeValidator<string>((text) => {
  const wrong = urlProblem(text, { https_only: false });
  if (wrong) throw new Error(wrong.sentence);
  const url = new URL(text);
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    throw new Error('must be an address without a path, for example https://pay.example.com');
  }
  return url.origin;
});

const postgresUrl = makeValidator<string>((text) => {
  if (!isPostgresUrl(text)) {
    throw new Error('must be a PostgreSQL address, for example postgres://user:password@host:5432/guichet');
  }
  return text;
});

function isPostgresUrl(text: string | undefined): text is string {
  return text !== undefined && /^postgres(ql)?:$/.test(URL.parse(text)?.protocol ?? '');
}

const secretKey = makeValidator<string>((text) => {
  if (text.length < secret_key_length_min) {
    throw new Error(
      `must have at least ${secret_key_length_min} characters, for example from: openssl rand -hex 32`,
    );
  }
  // After a rotation, it is listed in SECRET_KEY_PREVIOUS, where keys are separated by commas and trimmed.
  if (text.includes(',') || text !== text.trim()) {
    throw new Error('must contain no comma, and no space at its beginning or end');
  }
  return text;
});

const secretKeys = makeValidator<readonly string[]>((text) => {
  const keys = text.split(',').map((key) => key.trim());
  if (keys.some((key) => key.length < secret_key_length_min)) {
    throw new Error(`must be keys of at least ${secret_key_length_min} characters, separated by commas`);
  }
  return keys;
});

const atOnce = makeValidator<number>((text) => {
  const number = /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number <= at_once_max)) throw new Error(`must be a whole number from 0 (no limit) to ${at_once_max}`);
  return number;
});

const perSecond = makeValidator<number>((text) => {
  const number = /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number <= per_second_max)) {
    throw new Error(`must be a whole number from 0 (no limit) to ${per_second_max}`);
  }
  return number;
});

const days = makeValidator<number>((text) => {
  const number = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number <= days_max))
    throw new Error(`must be a whole number of days from 0 (for ever) to ${days_max}`);
  return number;
});

/** A month, which also limits the lifetime of the session cookie: longer than any member should stay signed in. */
const session_hours_max = 720;

const sessionHours = makeValidator<number>((text) => {
  const number = /^\d{1,3}(\.\d{1,2})?$/.test(text) ? Number(text) : Number.NaN;
  if (!(number > 0 && number <= session_hours_max)) {
    throw new Error(`must be a number of hours above 0, at most ${session_hours_max}, for example 8 or 0.5`);
  }
  return number;
});

const networks = makeValidator<readonly string[]>(readNetworks);

const networksOrNone = makeValidator<readonly string[]>((text) =>
  text.trim().toLowerCase() === 'none' ? [] : readNetworks(text),
);

function readNetworks(text: string): readonly string[] {
  const names = text.split(',').map((name) => name.trim());
  const wrong = names.find((name) => !isNetwork(name));
  if (wrong !== undefined) {
    throw new Error(
      `must be addresses or networks separated by commas, for example 10.0.0.0/8, 2001:db8::1; "${wrong}" is not one`,
    );
  }
  return names;
}

const hostsOrNone = makeValidator<readonly string[]>((text) => {
  const hosts = text.split(',').map((host) => host.trim());
  if (hosts.length === 1 && hosts[0]?.toLowerCase() === 'none') return [];
  const wrong = hosts.find((host) => !readOpenedHost(host));
  if (wrong === undefined) return hosts;
  throw new Error(
    `must be hosts, addresses or networks separated by commas, for example gateway.example:8443, 10.0.0.0/8; "${wrong}" is not one`,
  );
});

/** Validators of the settings with their defaults. */
function validatorsOf(isProduction: boolean) {
  return {
    PORT: port({ default: 3000 }),
    HOST: str({ default: isProduction ? '0.0.0.0' : 'localhost' }),
    PUBLIC_URL: httpUrl({ default: undefined }),
    HSTS_SUBDOMAINS: str({ choices: ['on', 'off'], default: 'off' }),
    DATABASE_URL: postgresUrl({ default: undefined }),
    DATABASE_TLS: str({ choices: ['on', 'off'], default: 'on' }),
    DATA_DIR: str({ default: '.guichet' }),
    SECRET_KEY: secretKey({ default: undefined }),
    SECRET_KEY_PREVIOUS: secretKeys({ default: [] }),
    LOG_LEVEL: str({
      choices: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
      default: isProduction ? 'info' : 'warn',
    }),
    GUICHET_ROLE: str<Role>({ choices: ['all', 'web', 'worker'], default: 'all' }),
    RATE_LIMIT_KEY_PER_SECOND: perSecond({ default: 100 }),
    RATE_LIMIT_IP_PER_SECOND: perSecond({ default: 20 }),
    CONNECTIONS_MAX: atOnce({ default: at_once_default.connections_max }),
    CONNECTIONS_PER_ADDRESS_MAX: atOnce({ default: at_once_default.connections_per_address_max }),
    STREAMS_MAX: atOnce({ default: at_once_default.streams_max }),
    STREAMS_PER_ADDRESS_MAX: atOnce({ default: at_once_default.streams_per_address_max }),
    BODIES_MAX: atOnce({ default: at_once_default.bodies_max }),
    BODIES_PER_ADDRESS_MAX: atOnce({ default: at_once_default.bodies_per_address_max }),
    TRUSTED_PROXIES: networks({ default: [] }),
    RETENTION_REQUEST_LOG_DAYS: days({ default: usual_retention.request_log_days }),
    RETENTION_CALLBACKS_DAYS: days({ default: usual_retention.callbacks_days }),
    RETENTION_WEBHOOK_DELIVERIES_DAYS: days({ default: usual_retention.webhook_deliveries_days }),
    RETENTION_OPERATOR_CALLS_DAYS: days({ default: usual_retention.operator_calls_days }),
    RETENTION_CUSTOMERS_DAYS: days({ default: usual_retention.customers_days }),
    STAFF_SESSION_IDLE_HOURS: sessionHours({ default: default_session_hours.idle }),
    STAFF_SESSION_HOURS: sessionHours({ default: default_session_hours.total }),
    WEBHOOK_ALLOWED_NETWORKS: networksOrNone({ default: isProduction ? [] : local_networks }),
    PROVIDER_ALLOWED_HOSTS: hostsOrNone({ default: isProduction ? [] : local_networks }),
  };
}

/**
 * Reads the settings.
 *
 * @param cwd the folder to which relative paths refer
 * @throws ConfigError listing every wrong or missing setting
 */
export function readConfig(env: Environment, cwd: string = process.cwd()): Config {
  return readSettings(env, cwd, missingSettings);
}

/**
 * Reads the settings of a command that uses only the database. Other required settings may be missing.
 *
 * @throws ConfigError listing every wrong or missing setting
 */
export function readDatabaseConfig(env: Environment, cwd: string): DatabaseConfig {
  return readSettings(env, cwd, missingAddress);
}

function readSettings(env: Environment, cwd: string, missing: typeof missingSettings): Config {
  const isProduction = env.NODE_ENV === 'production';
  // An empty variable counts as not set.
  const named = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const { env: given, problems } = readSecretFiles(named, cwd);
  problems.push(...missing(given, isProduction), ...tlsProblems(given, isProduction));
  const read = cleanEnv(given, validatorsOf(isProduction), {
    reporter: ({ errors }) => {
      for (const [name, error] of Object.entries(errors)) {
        problems.push(`${name}: ${error?.message ?? 'is not valid'}`);
      }
    },
  });
  if (problems.length > 0) throw new ConfigError(problems);
  return {
    environment: isProduction ? 'production' : 'development',
    hsts_subdomains: read.HSTS_SUBDOMAINS === 'on',
    port: read.PORT,
    host: read.HOST,
    public_url: read.PUBLIC_URL ?? `http://localhost:${read.PORT}`,
    database_url: read.DATABASE_URL ?? null,
    data_dir: resolve(cwd, read.DATA_DIR),
    secret_key: read.SECRET_KEY ?? null,
    secret_keys_previous: read.SECRET_KEY_PREVIOUS,
    log_level: read.LOG_LEVEL,
    role: read.GUICHET_ROLE,
    rate_limit_key_per_second: read.RATE_LIMIT_KEY_PER_SECOND,
    rate_limit_ip_per_second: read.RATE_LIMIT_IP_PER_SECOND,
    at_once: {
      connections_max: read.CONNECTIONS_MAX,
      connections_per_address_max: read.CONNECTIONS_PER_ADDRESS_MAX,
      streams_max: read.STREAMS_MAX,
      streams_per_address_max: read.STREAMS_PER_ADDRESS_MAX,
      bodies_max: read.BODIES_MAX,
      bodies_per_address_max: read.BODIES_PER_ADDRESS_MAX,
    },
    trusted_proxies: read.TRUSTED_PROXIES,
    webhook_allowed_networks: read.WEBHOOK_ALLOWED_NETWORKS,
    retention: {
      request_log_days: read.RETENTION_REQUEST_LOG_DAYS,
      callbacks_days: read.RETENTION_CALLBACKS_DAYS,
      webhook_deliveries_days: read.RETENTION_WEBHOOK_DELIVERIES_DAYS,
      operator_calls_days: read.RETENTION_OPERATOR_CALLS_DAYS,
      customers_days: read.RETENTION_CUSTOMERS_DAYS,
    },
    staff_session_hours: { idle: read.STAFF_SESSION_IDLE_HOURS, total: read.STAFF_SESSION_HOURS },
    provider_allowed_hosts: read.PROVIDER_ALLOWED_HOSTS,
  };
}

/** Lists the reason, if any, why others could read the traffic between the service and the database. */
function tlsProblems({ DATABASE_URL, DATABASE_TLS = 'on' }: Environment, isProduction: boolean): string[] {
  if (!isProduction || DATABASE_TLS === 'off' || !isPostgresUrl(DATABASE_URL)) return [];
  try {
    const problem = databaseTlsProblem(DATABASE_URL);
    if (problem === undefined) return [];
    return [
      `DATABASE_URL: ${problem}. Add sslmode=verify-full, and sslrootcert=/path/to/ca.pem where the authority is your own; or set DATABASE_TLS=off if the network in between is private`,
    ];
  } catch (error) {
    // A file named in the URL cannot be read. The message may contain the password, so only the code is reported.
    const { code, path } = error as NodeJS.ErrnoException;
    return [`DATABASE_URL: ${path ?? 'its value'} cannot be read (${code ?? 'it is malformed'})`];
  }
}

// A file that cannot be read is reported separately.
const hasAddress = (given: Environment): boolean =>
  (given.DATABASE_URL ?? given.DATABASE_URL_FILE) !== undefined;

/** Lists the address of the database as a problem if it is required and missing. */
function missingAddress(given: Environment, isProduction: boolean): string[] {
  if (!isProduction || hasAddress(given)) return [];
  return ['DATABASE_URL: is required in production: the address of a PostgreSQL 15 or later'];
}

/** Settings that are missing or too weak for the environment, judged by the raw input. */
function missingSettings(given: Environment, isProduction: boolean): string[] {
  const { PUBLIC_URL } = given;
  const SECRET_KEY = given.SECRET_KEY ?? given.SECRET_KEY_FILE;
  const missing = missingAddress(given, isProduction);
  if (SECRET_KEY === undefined && (isProduction || hasAddress(given))) {
    missing.push(
      'SECRET_KEY: is required with DATABASE_URL and in production: at least 32 characters, the same for every process',
    );
  }
  if (isProduction && PUBLIC_URL === undefined) {
    missing.push(
      'PUBLIC_URL: is required in production: the https address that customers reach, without a path',
    );
  }
  if (isProduction && PUBLIC_URL !== undefined && URL.parse(PUBLIC_URL)?.protocol === 'http:') {
    missing.push('PUBLIC_URL: must be an https address in production');
  }
  return missing;
}
