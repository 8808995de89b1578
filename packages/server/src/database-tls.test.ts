import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, connectPlainly } from '@guichet/core/database/connect';
import { type Issued, issueCertificate } from '@guichet/core/webhook-doctor/testing/certificate';
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
  // PostgreSQL may run as a user of its own.
  await chmod(folder, 0o755);
  await writeFile(join(folder, 'authority.pem'), authority.cert);
  await writeFile(join(folder, 'stranger.pem'), stranger.cert);
  server = await startEmbeddedPostgres({ data_dir: join(folder, 'data'), log: silentLog, flags: fast_flags });
}, 60_000);
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

/** A file of the server's own, which only its user may read. */
const writeOf = (file: string, pem: string): string =>
  `copy (select unnest(string_to_array('${pem.trim()}', e'\\n'))) to program 'umask 077; cat > ${file}'`;

/** Has the server show a certificate to connections from now on. */
async function showCertificate({ cert, key }: Issued): Promise<void> {
  const client = new pg.Client({ connectionString: server.database_url });
  await client.connect();
  for (const statement of [
    writeOf('server.crt', cert),
    writeOf('server.key', key),
    "alter system set ssl_ca_file = ''",
    'alter system set ssl = on',
    'select pg_reload_conf()',
  ]) {
    await client.query(statement);
  }
  await client.end();
}

/** Whether a connection as the service makes it is encrypted. */
async function isEncrypted(parameters: string, host = 'localhost'): Promise<unknown> {
  const url = new URL(server.database_url);
  url.search = parameters;
  url.hostname = host;
  const { pool, close } = connect(url.href, { connections_max: 1, onError: () => undefined });
  const plain = connectPlainly(pool, { connections_max: 1, onError: () => undefined });
  const question = 'select ssl from pg_stat_ssl where pid = pg_backend_pid()';
  try {
    const answers = [await pool.query(question), await plain.query(question)];
    return answers.map(({ rows }) => rows[0]?.ssl);
  } finally {
    await plain.end();
    await close();
  }
}

describe('sslmode=verify-full with the authority of the server’s certificate', () => {
  const parameters = () => `sslmode=verify-full&sslrootcert=${join(folder, 'authority.pem')}`;

  test('encrypts every connection, and checks who answers', async () => {
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
    // What the settings refuse for other machines, and why.
    expect(await isEncrypted('sslmode=no-verify')).toEqual([true, true]);
    expect(await isEncrypted('sslmode=disable')).toEqual([false, false]);
  }, 60_000);

  test('takes no certificate for another name', async () => {
    await showCertificate(issueCertificate({ names: ['db.example'], issuer: authority }));
    await expect
      .poll(() => isEncrypted(parameters()).catch(String), { timeout: 20_000 })
      .toMatch(/does not match/);
  }, 60_000);
});
