import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SeenDatabase } from '@guichet/core/platform';

/**
 * The file that records the last state of the database that was seen by a process with this data folder. If the
 * database is in an older state, it has been restored since.
 */
const file_name = 'last-seen.json';

/** @returns null when there is no record, or none that can be read */
export async function recallDatabase(data_dir: string): Promise<SeenDatabase | null> {
  let text: string;
  try {
    text = await readFile(join(data_dir, file_name), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  const { id, seen_at } = parse(text);
  const at = new Date(String(seen_at));
  return typeof id === 'string' && !Number.isNaN(at.getTime()) ? { id, seen_at: at } : null;
}

function parse(text: string): { readonly id?: unknown; readonly seen_at?: unknown } {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    // The machine stopped while the file was being written.
    return {};
  }
}

/** Writes a draft and renames it, so that other processes find either the old or the new file, always complete. */
export async function rememberDatabase(data_dir: string, { id, seen_at }: SeenDatabase): Promise<void> {
  await mkdir(data_dir, { recursive: true });
  const draft = join(data_dir, `last-seen.${randomUUID()}.json`);
  try {
    await writeFile(draft, `${JSON.stringify({ id, seen_at })}\n`, { mode: 0o600, flush: true });
    await rename(draft, join(data_dir, file_name));
  } finally {
    // A full disk must not be filled with drafts. After the renaming there is none.
    await rm(draft, { force: true });
  }
}
