import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, connectPlainly } from '@guichet/core/platform';
import { type Issued, issueCertificate } from '@guichet/core/testing';
import { silentLog } from '@guichet/kernel/log';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres/start.ts';
import { fast_flags } from './embedded-postgres/testing/folders.ts';

const authority = issueCertificate({ names: ['Authority of the tests'], is_authority: true });
const stranger = issueCertificate({ names: ['Somebody else'], is_authority: true });

let folder: string;
let server: EmbeddedPostgres;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guichet-tls-'));
  // PostgreSQL may run as a different user.
  await chmod(folder, 0o755);
  await writeFile(join(folder, 'authority.pem'), authority.cert);
  await writeFile(join(folder, 'stranger.pem'), stranger.cert);
  server = await startEmbeddedPostgres({ data_dir: join(folder, 'data'), log: silentLog, flags: fast_flags });
}, 60_000);
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

/** A statement that makes the server write a file that only its own user may read. */
const writeOf = (file: string, text: string): string =>
  `copy (select unnest(string_to_array('${text.trim()}', e'\\n'))) to program 'umask 077; cat > ${file}'`;

async function administrate(...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: server.database_url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/** Makes the server present a certificate to new connections. @param ca_file accepted client authorities */
function showCertificate({ cert, key }: Issued, ca_file = ''): Promise<void> {
  return administrate(
    writeOf('server.crt', cert),
    writeOf('server.key', key),
    `alter system set ssl_ca_file = '${ca_file}'`,
    'alter system set ssl = on',
    'select pg_reload_conf()',
  );
}

/** Queries the server at `url` through both pools of the service. */
async function askBoth(url: URL, question: string): Promise<unknown[]> {
  const { pool, close } = connect(url.href, { connections_max: 1, onError: () => undefined });
  const plain = connectPlainly(pool, { connections_max: 1, onError: () => undefined });
  try {
    const answers = [await pool.query(question), await plain.query(question)];
    return answers.map(({ rows }) => rows[0]?.said);
  } finally {
    await plain.end();
    await close();
  }
}

/** Reports whether connections are encrypted, for both pools of the service. */
function isEncrypted(parameters: string): Promise<unknown> {
  const url = new URL(server.database_url);
  url.search = parameters;
  url.hostname = 'localhost';
  return askBoth(url, 'select ssl as said from pg_stat_ssl where pid = pg_backend_pid()');
}

describe('sslmode=verify-full with the authority of the server’s certificate', () => {
  const parameters = () => `sslmode=verify-full&sslrootcert=${join(folder, 'authority.pem')}`;

  test('encrypts every connection, and verifies the server', async () => {
    await showCertificate(issueCertificate({ names: ['localhost'], issuer: authority }));
    await expect
      .poll(() => isEncrypted(parameters()).catch(String), { timeout: 20_000 })
      .toEqual([true, true]);
    const other = `sslmode=verify-full&sslrootcert=${join(folder, 'stranger.pem')}`;
    await expect(isEncrypted(other)).rejects.toThrow(/certificate/);
    await expect(isEncrypted('sslmode=verify-full')).rejects.toThrow(/certificate/);
    await expect(isEncrypted(`sslmode=require&sslrootcert=${join(folder, 'stranger.pem')}`)).rejects.toThrow(
      /certificate/,
    );
    // The settings refuse these modes for other machines: one accepts any certificate, one does not encrypt.
    expect(await isEncrypted('sslmode=no-verify')).toEqual([true, true]);
    expect(await isEncrypted('sslmode=disable')).toEqual([false, false]);
  }, 60_000);

  test('rejects a certificate for another name', async () => {
    await showCertificate(issueCertificate({ names: ['db.example'], issuer: authority }));
    await expect
      .poll(() => isEncrypted(parameters()).catch(String), { timeout: 20_000 })
      .toMatch(/does not match/);
  }, 60_000);
});

describe('a role with a certificate and no password', () => {
  const role = 'guichet_service';
  const over = { valid_to: new Date('2021-01-01') };
  const file = (name: string) => join(folder, name);

  /** Writes the two files to which the service's database URL refers. */
  async function give({ cert, key }: Issued): Promise<void> {
    await writeFile(file('service.crt'), cert);
    await writeFile(file('service.key'), key, { mode: 0o600 });
  }

  /** A URL as in the operating documentation. */
  function address(more: Readonly<Record<string, string>>): URL {
    const url = new URL(server.database_url);
    [url.username, url.password, url.hostname] = [role, '', 'localhost'];
    const parameters = { sslmode: 'verify-full', sslrootcert: file('authority.pem'), ...more };
    url.search = new URLSearchParams(parameters).toString();
    return url;
  }
  const shown = () => address({ sslcert: file('service.crt'), sslkey: file('service.key') });
  const whoAmI = (url: URL) => askBoth(url, 'select current_user as said');

  test('can connect, and no other client can connect as this role', async () => {
    await administrate(
      `create role ${role} login`,
      writeOf('clients.crt', authority.cert),
      // The first matching line applies.
      `copy (select 'hostssl all ${role} all cert') to program
       'cat - pg_hba.conf > new_hba.conf && mv new_hba.conf pg_hba.conf'`,
    );
    await showCertificate(issueCertificate({ names: ['localhost'], issuer: authority }), 'clients.crt');
    await give(issueCertificate({ names: [role], issuer: authority }));
    await expect.poll(() => whoAmI(shown()).catch(String), { timeout: 20_000 }).toEqual([role, role]);

    await expect(whoAmI(address({}))).rejects.toThrow(/requires a valid client certificate/);
    const wrong: readonly (readonly [Issued, RegExp])[] = [
      [
        issueCertificate({ names: ['guichet_owner'], issuer: authority }),
        /certificate authentication failed/,
      ],
      [issueCertificate({ names: [role], issuer: stranger }), /unknown ca/],
      [issueCertificate({ names: [role], issuer: authority, ...over }), /certificate expired/],
    ];
    for (const [certificate, why] of wrong) {
      await give(certificate);
      await expect(whoAmI(shown())).rejects.toThrow(why);
    }
  }, 60_000);

  test('can renew its certificate while the service runs, because each connection reads the files', async () => {
    await give(issueCertificate({ names: [role], issuer: authority, ...over }));
    const { pool, close } = connect(shown().href, { connections_max: 1, onError: () => undefined });
    await expect(pool.query('select 1')).rejects.toThrow(/certificate expired/);
    await give(issueCertificate({ names: [role], issuer: authority }));
    expect((await pool.query('select current_user as said')).rows).toEqual([{ said: role }]);
    await close();
  }, 60_000);
});
