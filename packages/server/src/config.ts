import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { per_second_max } from '@guichet/core/rate-limits/limit';
import { cleanEnv, makeValidator, port, str } from 'envalid';

export type Role = 'all' | 'web' | 'worker';

/** Settings of one process, read from the environment once (docs/reference/settings.md). */
export interface Config {
  readonly environment: 'development' | 'production';
  readonly port: number;
  readonly host: string;
  /** Address customers and merchants reach us at, without a trailing slash. */
  readonly public_url: string;
  /** null: the embedded PostgreSQL. */
  readonly database_url: string | null;
  readonly data_dir: string;
  /** null: made and kept in `data_dir`. */
  readonly secret_key: string | null;
  /** Keys that secrets may still be sealed with, newest first. */
  readonly secret_keys_previous: readonly string[];
  readonly log_level: string;
  readonly role: Role;
  /** Requests a second of each API key whose merchant has no limit of its own; 0 is no limit. */
  readonly rate_limit_key_per_second: number;
  /** Requests a second of each address, and of each session token, on public paths; 0 is no limit. */
  readonly rate_limit_ip_per_second: number;
  /** Addresses and networks (CIDR) that may say for whom they ask. */
  readonly trusted_proxies: readonly string[];
  /** Addresses and networks (CIDR) beyond the public internet that webhooks may reach. */
  readonly webhook_allowed_networks: readonly string[];
}

/** The environment is not usable. The message names every setting that is wrong, one a line. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(`The settings are not usable:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

const secret_key_length_min = 32;

/** Loopback and private networks: where the server of somebody who tries it out is. */
const local_networks = [
  '127.0.0.0/8',
  '::1/128',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  'fc00::/7',
];

const httpUrl = makeValidator<string>((text) => {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) throw new Error('must be an http or https address');
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    throw new Error('must be an address without a path, for example https://pay.example.com');
  }
  if (url.username !== '' || url.password !== '') {
    throw new Error('must be an address without a user name or password');
  }
  return url.origin;
});

const postgresUrl = makeValidator<string>((text) => {
  const url = URL.parse(text);
  if (!url || !/^postgres(ql)?:$/.test(url.protocol)) {
    throw new Error('must be a PostgreSQL address, for example postgres://user:password@host:5432/guichet');
  }
  return text;
});

const secretKey = makeValidator<string>((text) => {
  if (text.length < secret_key_length_min) {
    throw new Error(
      `must have at least ${secret_key_length_min} characters, for example from: openssl rand -hex 32`,
    );
  }
  return text;
});

const secretKeys = makeValidator<readonly string[]>((text) => {
  const keys = text.split(',').map((key) => key.trim());
  if (keys.some((key) => key.length < secret_key_length_min)) {
    throw new Error(`must be keys of at least ${secret_key_length_min} characters with commas between them`);
  }
  return keys;
});

const perSecond = makeValidator<number>((text) => {
  const number = /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number <= per_second_max)) {
    throw new Error(`must be a whole number from 0 (no limit) to ${per_second_max}`);
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
      `must be addresses or networks with commas between them, for example 10.0.0.0/8, 2001:db8::1; "${wrong}" is none`,
    );
  }
  return names;
}

/** An address, or one with the length of its network's prefix. All addresses there are (`/0`) are nobody to trust. */
function isNetwork(text: string): boolean {
  const [address = '', length, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  if (length === undefined) return true;
  return /^[1-9]\d{0,2}$/.test(length) && Number(length) <= (family === 4 ? 32 : 128);
}

/**
 * Reads the settings.
 *
 * @throws ConfigError naming every wrong or missing setting
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const isProduction = env.NODE_ENV === 'production';
  // A variable that is set to nothing counts as not set.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const problems = missingSettings(given, isProduction);
  const read = cleanEnv(
    given,
    {
      PORT: port({ default: 3000 }),
      HOST: str({ default: isProduction ? '0.0.0.0' : 'localhost' }),
      PUBLIC_URL: httpUrl({ default: undefined }),
      DATABASE_URL: postgresUrl({ default: undefined }),
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
      TRUSTED_PROXIES: networks({ default: [] }),
      WEBHOOK_ALLOWED_NETWORKS: networksOrNone({ default: isProduction ? [] : local_networks }),
    },
    {
      reporter: ({ errors }) => {
        for (const [name, error] of Object.entries(errors)) {
          problems.push(`${name}: ${error?.message ?? 'is not valid'}`);
        }
      },
    },
  );
  if (problems.length > 0) throw new ConfigError(problems);
  return {
    environment: isProduction ? 'production' : 'development',
    port: read.PORT,
    host: read.HOST,
    public_url: read.PUBLIC_URL ?? `http://localhost:${read.PORT}`,
    database_url: read.DATABASE_URL ?? null,
    data_dir: resolve(read.DATA_DIR),
    secret_key: read.SECRET_KEY ?? null,
    secret_keys_previous: read.SECRET_KEY_PREVIOUS,
    log_level: read.LOG_LEVEL,
    role: read.GUICHET_ROLE,
    rate_limit_key_per_second: read.RATE_LIMIT_KEY_PER_SECOND,
    rate_limit_ip_per_second: read.RATE_LIMIT_IP_PER_SECOND,
    trusted_proxies: read.TRUSTED_PROXIES,
    webhook_allowed_networks: read.WEBHOOK_ALLOWED_NETWORKS,
  };
}

/** What is missing or too weak for where it runs, judged by what was given, right or wrong. */
function missingSettings(
  given: Readonly<Record<string, string | undefined>>,
  isProduction: boolean,
): string[] {
  const { DATABASE_URL, SECRET_KEY, PUBLIC_URL } = given;
  const missing: string[] = [];
  if (isProduction && DATABASE_URL === undefined) {
    missing.push('DATABASE_URL: is needed in production: the address of a PostgreSQL 15 or later');
  }
  if (SECRET_KEY === undefined && (isProduction || DATABASE_URL !== undefined)) {
    missing.push(
      'SECRET_KEY: is needed with DATABASE_URL and in production: at least 32 characters, the same for every process',
    );
  }
  if (isProduction && PUBLIC_URL === undefined) {
    missing.push(
      'PUBLIC_URL: is needed in production: the https address that customers reach, without a path',
    );
  }
  if (isProduction && PUBLIC_URL !== undefined && URL.parse(PUBLIC_URL)?.protocol === 'http:') {
    missing.push('PUBLIC_URL: must be an https address in production');
  }
  return missing;
}
