import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { usual_retention } from '@guichet/core/platform';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at_once_default, type Config, ConfigError, readConfig } from './config.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const secret = 'x'.repeat(32);
const database = 'postgres://guichet:hunter2@db.internal:5432/guichet?sslmode=verify-full';
const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://pay.example.com',
  DATABASE_URL: database,
  SECRET_KEY: secret,
};

/** The problems of an environment, by setting. */
function problemsOf(env: Environment): Record<string, string> {
  try {
    readConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const [title, ...lines] = error.message.split('\n');
    expect(title).toBe('The settings are not usable:');
    return Object.fromEntries(
      lines.map((line) => {
        const [, name = '', sentence = ''] = /^ {2}([A-Z_]+): (.+)$/.exec(line) ?? [];
        return [name, sentence];
      }),
    );
  }
  return {};
}

test('without any setting, the service runs in development with the embedded database', () => {
  expect(readConfig({})).toEqual({
    environment: 'development',
    hsts_subdomains: false,
    port: 3000,
    host: 'localhost',
    public_url: 'http://localhost:3000',
    database_url: null,
    data_dir: resolve('.guichet'),
    secret_key: null,
    secret_keys_previous: [],
    log_level: 'warn',
    role: 'all',
    rate_limit_key_per_second: 100,
    rate_limit_ip_per_second: 20,
    at_once: at_once_default,
    staff_session_hours: { idle: 8, total: 24 },
    trusted_proxies: [],
    retention: usual_retention,
    webhook_allowed_networks: [
      '127.0.0.0/8',
      '::1/128',
      '10.0.0.0/8',
      '172.16.0.0/12',
      '192.168.0.0/16',
      'fc00::/7',
    ],
    provider_allowed_hosts: [
      '127.0.0.0/8',
      '::1/128',
      '10.0.0.0/8',
      '172.16.0.0/12',
      '192.168.0.0/16',
      'fc00::/7',
    ],
  });
});

test('in production, the required settings suffice', () => {
  expect(readConfig(production)).toEqual({
    environment: 'production',
    hsts_subdomains: false,
    port: 3000,
    host: '0.0.0.0',
    public_url: 'https://pay.example.com',
    database_url: database,
    data_dir: resolve('.guichet'),
    secret_key: secret,
    secret_keys_previous: [],
    log_level: 'info',
    role: 'all',
    rate_limit_key_per_second: 100,
    rate_limit_ip_per_second: 20,
    at_once: at_once_default,
    staff_session_hours: { idle: 8, total: 24 },
    trusted_proxies: [],
    retention: usual_retention,
    webhook_allowed_networks: [],
    provider_allowed_hosts: [],
  });
});

describe('a setting is read', () => {
  const cases: readonly [env: Environment, expected: Partial<Config>][] = [
    [{ PORT: '8080' }, { port: 8080, public_url: 'http://localhost:8080' }],
    [{ PORT: '1' }, { port: 1 }],
    [{ PORT: '65535' }, { port: 65535 }],
    [{ HOST: '::' }, { host: '::' }],
    [{ PUBLIC_URL: 'http://192.168.1.7:3000' }, { public_url: 'http://192.168.1.7:3000' }],
    [{ PUBLIC_URL: 'https://pay.example.com/' }, { public_url: 'https://pay.example.com' }],
    [{ PUBLIC_URL: 'HTTPS://Pay.Example.COM:443' }, { public_url: 'https://pay.example.com' }],
    [
      { DATABASE_URL: database, SECRET_KEY: secret },
      { database_url: database, secret_key: secret },
    ],
    [{ DATABASE_URL: 'postgresql://localhost/guichet?sslmode=require', SECRET_KEY: secret }, {}],
    [{ DATA_DIR: '/var/lib/guichet' }, { data_dir: '/var/lib/guichet' }],
    [{ DATA_DIR: 'data' }, { data_dir: join(process.cwd(), 'data') }],
    [{ SECRET_KEY: secret }, { secret_key: secret }],
    [
      { SECRET_KEY_PREVIOUS: `${secret}, ${'y'.repeat(40)}` },
      { secret_keys_previous: [secret, 'y'.repeat(40)] },
    ],
    [{ SECRET_KEY_PREVIOUS: '' }, { secret_keys_previous: [] }],
    ...['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'].map(
      (level): [Environment, Partial<Config>] => [{ LOG_LEVEL: level }, { log_level: level }],
    ),
    ...(['all', 'web', 'worker'] as const).map((role): [Environment, Partial<Config>] => [
      { GUICHET_ROLE: role },
      { role },
    ]),
    [{ RATE_LIMIT_KEY_PER_SECOND: '0' }, { rate_limit_key_per_second: 0 }],
    [{ RATE_LIMIT_KEY_PER_SECOND: '1' }, { rate_limit_key_per_second: 1 }],
    [{ RATE_LIMIT_IP_PER_SECOND: '1000000' }, { rate_limit_ip_per_second: 1_000_000 }],
    [{ STREAMS_MAX: '0' }, { at_once: { ...at_once_default, streams_max: 0 } }],
    [
      { CONNECTIONS_PER_ADDRESS_MAX: '64', BODIES_MAX: '9' },
      { at_once: { ...at_once_default, connections_per_address_max: 64, bodies_max: 9 } },
    ],
    ...[
      ['10.0.0.7'],
      ['2001:db8::1', '10.0.0.0/8'],
      ['::1', '::ffff:10.0.0.0/104', '192.0.2.0/24', '203.0.113.9/32', '2001:db8::/128'],
    ].map((trusted_proxies): [Environment, Partial<Config>] => [
      { TRUSTED_PROXIES: trusted_proxies.join(' , ') },
      { trusted_proxies },
    ]),
    [{ WEBHOOK_ALLOWED_NETWORKS: 'none' }, { webhook_allowed_networks: [] }],
    [{ WEBHOOK_ALLOWED_NETWORKS: ' None ' }, { webhook_allowed_networks: [] }],
    [
      { ...production, WEBHOOK_ALLOWED_NETWORKS: '10.20.0.0/16, fd12::/48,192.168.1.5' },
      { environment: 'production', webhook_allowed_networks: ['10.20.0.0/16', 'fd12::/48', '192.168.1.5'] },
    ],
    [{ NODE_ENV: 'test' }, { environment: 'development' }],
    [{ SOMETHING_ELSE: 'x', PATH: '/bin' }, {}],
  ];
  test.each(cases)('%o', (env, expected) => {
    expect(readConfig(env)).toMatchObject(expected);
  });
});

test('an empty setting equals an absent one', () => {
  const names = [
    'PORT',
    'HOST',
    'PUBLIC_URL',
    'DATABASE_URL',
    'DATA_DIR',
    'SECRET_KEY',
    'LOG_LEVEL',
    'GUICHET_ROLE',
    'RATE_LIMIT_KEY_PER_SECOND',
    'RATE_LIMIT_IP_PER_SECOND',
    'TRUSTED_PROXIES',
    'WEBHOOK_ALLOWED_NETWORKS',
  ];
  expect(readConfig({ NODE_ENV: '', ...Object.fromEntries(names.map((name) => [name, ''])) })).toEqual(
    readConfig({}),
  );
  expect(problemsOf({ ...production, SECRET_KEY: '' })).toEqual({ SECRET_KEY: expect.any(String) });
});

describe('an invalid setting is reported with its valid values', () => {
  const cases: readonly [name: string, value: string, sentence: RegExp][] = [
    ['PORT', 'http', /port/],
    ['PORT', '0', /port/],
    ['PORT', '65536', /port/],
    ['PORT', '80.5', /port/],
    ['PORT', '-1', /port/],
    ['PUBLIC_URL', 'pay.example.com', /http or https address/],
    ['PUBLIC_URL', 'ftp://pay.example.com', /http or https address/],
    ['PUBLIC_URL', 'javascript:alert(1)', /http or https address/],
    ['PUBLIC_URL', 'https://', /http or https address/],
    ['PUBLIC_URL', 'https://a.example\\@b', /must not contain a backslash/],
    ['PUBLIC_URL', 'https://pay.example.com/checkout', /without a path/],
    ['PUBLIC_URL', 'https://pay.example.com/?a=1', /without a path/],
    ['PUBLIC_URL', 'https://user:hunter2@pay.example.com', /must not contain a user name/],
    ['DATABASE_URL', 'db.internal', /PostgreSQL address/],
    ['DATABASE_URL', 'mysql://user:hunter2@db/guichet', /PostgreSQL address/],
    ['DATABASE_URL', 'postgres://user:hunter2@db:port/guichet', /PostgreSQL address/],
    ['SECRET_KEY', 'hunter2', /at least 32 characters/],
    ['SECRET_KEY', `${secret},${secret}`, /must contain no comma/],
    ['SECRET_KEY', ` ${secret}`, /must contain no comma, and no space at its beginning or end/],
    ['SECRET_KEY_PREVIOUS', `${secret},hunter2`, /at least 32 characters/],
    ['SECRET_KEY_PREVIOUS', `${secret},`, /at least 32 characters/],
    ['LOG_LEVEL', 'loud', /trace/],
    ['GUICHET_ROLE', 'database', /all/],
    ['GUICHET_ROLE', 'ALL', /all/],
    ...['-1', '2.5', '1e3', 'many', '1000001', '0x10', ' 5'].flatMap((value) =>
      ['RATE_LIMIT_KEY_PER_SECOND', 'RATE_LIMIT_IP_PER_SECOND'].map((name): [string, string, RegExp] => [
        name,
        value,
        /whole number from 0 \(no limit\) to 1000000/,
      ]),
    ),
    ...['true', 'loopback', 'proxy.internal', '10.0.0', '10.0.0.0/33', '::/129', '0.0.0.0/0', '::/0'].map(
      (value): [string, string, RegExp] => ['TRUSTED_PROXIES', value, new RegExp(`; "${value}" is not one$`)],
    ),
    ...['all', 'none, 10.0.0.0/8', 'localhost', '10.0.0.0/33', '0.0.0.0/0', '::/0'].map(
      (value): [string, string, RegExp] => ['WEBHOOK_ALLOWED_NETWORKS', value, /" is not one$/],
    ),
    ['TRUSTED_PROXIES', '10.0.0.0/8/8', /"10.0.0.0\/8\/8" is not one/],
    ['TRUSTED_PROXIES', '10.0.0.0/x', /"10.0.0.0\/x" is not one/],
    ['TRUSTED_PROXIES', '10.0.0.0/', /"10.0.0.0\/" is not one/],
    ['TRUSTED_PROXIES', '10.0.0.1,', /"" is not one/],
    ['TRUSTED_PROXIES', '10.0.0.1 10.0.0.2', /"10.0.0.1 10.0.0.2" is not one/],
  ];
  test.each(cases)('%s=%s', (name, value, sentence) => {
    const problems = problemsOf({ SECRET_KEY: secret, [name]: value });
    expect(problems).toEqual({ [name]: expect.stringMatching(sentence) });
    expect(JSON.stringify(problems)).not.toContain('hunter2');
  });
});

describe('a missing required setting is reported', () => {
  const cases: readonly [what: string, env: Environment, names: readonly string[]][] = [
    ['with DATABASE_URL', { DATABASE_URL: database }, ['SECRET_KEY']],
    ['in production', { NODE_ENV: 'production' }, ['DATABASE_URL', 'PUBLIC_URL', 'SECRET_KEY']],
    ['in production, without a database', { ...production, DATABASE_URL: undefined }, ['DATABASE_URL']],
    ['in production, without an address', { ...production, PUBLIC_URL: undefined }, ['PUBLIC_URL']],
    [
      'in production, with an http address',
      { ...production, PUBLIC_URL: 'http://pay.example.com' },
      ['PUBLIC_URL'],
    ],
    [
      'in production, with an address of this machine',
      { ...production, PUBLIC_URL: 'http://localhost' },
      ['PUBLIC_URL'],
    ],
  ];
  test.each(cases)('%s', (_, env, names) => {
    expect(Object.keys(problemsOf(env)).sort()).toEqual(names);
  });
});

describe('the database in production', () => {
  const at = (rest: string) =>
    problemsOf({ ...production, DATABASE_URL: `postgres://guichet:hunter2@${rest}` });
  test.each([
    'localhost/guichet',
    '127.0.0.1:6432/guichet',
    '[::1]/guichet',
    'guichet/guichet?host=/var/run/postgresql',
    'db.internal/guichet?sslmode=verify-full',
    'db.internal/guichet?sslmode=require',
    'db.internal/guichet?uselibpqcompat=true&sslmode=verify-full',
  ])('may be at %s', (rest) => {
    expect(at(rest)).toEqual({});
  });

  const clear = /reaches db\.internal without TLS\. Add sslmode=verify-full.*DATABASE_TLS=off/;
  const unchecked = /reaches db\.internal by TLS without verifying its certificate/;
  test.each<[string, RegExp]>([
    ['db.internal/guichet', clear],
    ['db.internal/guichet?sslmode=disable', clear],
    ['db.internal/guichet?sslmode=allow', clear],
    ['db.internal/guichet?sslmode=prefer', clear],
    ['db.internal/guichet?ssl=0', clear],
    ['localhost/guichet?host=db.internal', clear],
    ['db.internal/guichet?sslmode=no-verify', unchecked],
    ['db.internal/guichet?uselibpqcompat=true&sslmode=require', unchecked],
    ['db.internal/guichet?uselibpqcompat=true&sslmode=prefer', clear],
    [
      'db.internal/guichet?sslmode=verify-full&sslrootcert=/nowhere/ca.pem',
      /\/nowhere\/ca\.pem cannot be read \(ENOENT\)/,
    ],
  ])('may not be at %s', (rest, sentence) => {
    const problems = at(rest);
    expect(Object.keys(problems)).toEqual(['DATABASE_URL']);
    expect(problems.DATABASE_URL).toMatch(sentence);
    expect(problems.DATABASE_URL).not.toContain('hunter2');
  });

  test('may be anywhere during development, or if a setting allows it', () => {
    const DATABASE_URL = 'postgres://guichet:hunter2@db/guichet';
    expect(problemsOf({ ...production, DATABASE_URL, DATABASE_TLS: 'off' })).toEqual({});
    expect(problemsOf({ DATABASE_URL, SECRET_KEY: secret })).toEqual({});
  });
});

describe('secrets in files', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'guichet-secrets-'));
    await writeFile(join(folder, 'key'), `${secret}\n`);
    await writeFile(join(folder, 'url'), `${database}\r\n\n`);
    await writeFile(join(folder, 'empty'), '\n');
  });
  afterAll(() => rm(folder, { recursive: true }));
  const { PUBLIC_URL, NODE_ENV } = production;
  const bare = { PUBLIC_URL, NODE_ENV };
  const from = (env: Environment): Environment =>
    Object.fromEntries(Object.entries(env).map(([name, file]) => [name, join(folder, file ?? '')]));

  test('are read without the trailing newline', () => {
    const files = from({ SECRET_KEY_FILE: 'key', SECRET_KEY_PREVIOUS_FILE: 'key', DATABASE_URL_FILE: 'url' });
    expect(readConfig({ ...bare, ...files })).toMatchObject({
      secret_key: secret,
      secret_keys_previous: [secret],
      database_url: database,
    });
  });

  test('cannot also be set directly', () => {
    expect(
      problemsOf({ ...production, ...from({ SECRET_KEY_FILE: 'key', DATABASE_URL_FILE: 'url' }) }),
    ).toEqual({
      SECRET_KEY_FILE: 'SECRET_KEY is set as well: remove one of the two',
      DATABASE_URL_FILE: 'DATABASE_URL is set as well: remove one of the two',
    });
  });

  test.each([
    ['is missing', 'nowhere', /nowhere cannot be read \(ENOENT\)/],
    ['is a folder', '', /cannot be read \(EISDIR\)/],
    ['is empty', 'empty', /empty is empty$/],
  ])('are reported when the file %s', (_, file, sentence) => {
    const problems = problemsOf({ ...bare, ...from({ SECRET_KEY_FILE: file, DATABASE_URL_FILE: 'url' }) });
    expect(Object.keys(problems)).toEqual(['SECRET_KEY_FILE']);
    expect(problems.SECRET_KEY_FILE).toMatch(sentence);
  });

  test('are validated like the setting', () => {
    const env = { ...bare, ...from({ SECRET_KEY_FILE: 'url', DATABASE_URL_FILE: 'key' }) };
    expect(Object.keys(problemsOf(env))).toEqual(['DATABASE_URL']);
  });
});

test('all invalid and missing settings are reported together', () => {
  const problems = problemsOf({
    NODE_ENV: 'production',
    PORT: 'http',
    PUBLIC_URL: 'http://pay.example.com',
    SECRET_KEY: 'short',
    LOG_LEVEL: 'loud',
    GUICHET_ROLE: 'none',
  });
  expect(Object.keys(problems).sort()).toEqual([
    'DATABASE_URL',
    'GUICHET_ROLE',
    'LOG_LEVEL',
    'PORT',
    'PUBLIC_URL',
    'SECRET_KEY',
  ]);
  expect(problems.SECRET_KEY).toMatch(/at least 32 characters/);
});
