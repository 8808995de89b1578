import { randomBytes, randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from './config.ts';

const key_pattern = /^[0-9a-f]{64}$/;

/**
 * The key that encrypts the embedded database's secrets: created once, kept next to the data (mode 600). An
 * existing key is never overwritten, because losing it means losing the webhook secrets.
 *
 * @throws ConfigError when the file does not contain a key
 */
export async function keepSecretKey(data_dir: string): Promise<string> {
  const path = join(data_dir, 'secret.key');
  // A draft is written and linked into place, so that other processes find the whole key or none.
  const draft = join(data_dir, `secret.${randomUUID()}.key`);
  await writeFile(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 });
  try {
    await link(draft, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await rm(draft);
  }
  const key = (await readFile(path, 'utf8')).trim();
  if (key_pattern.test(key)) return key;
  throw new ConfigError([`SECRET_KEY: ${path} does not contain a valid key: restore the file from a backup`]);
}
