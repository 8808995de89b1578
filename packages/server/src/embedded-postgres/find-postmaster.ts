import { existsSync } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import { basename, isAbsolute, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from './errors.ts';
import { runCommand } from './run-command.ts';

/** A live server, as it describes itself in postmaster.pid. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** PostgreSQL's own status: starting, ready, stopping; empty at first. */
  readonly status: string;
}

/** Line numbers in postmaster.pid, as defined in PostgreSQL's src/include/utils/pidfile.h. */
const port_line = 3;
const status_line = 7;

/** A file that is still empty after this long was cut short by a power loss. */
const empty_max_ms = 2_000;

/**
 * Finds the server of this data directory, ours or one left behind by a killed process; null when there is none.
 *
 * A postmaster.pid whose process is gone is left to PostgreSQL, which then also looks for surviving processes of
 * that server. If its process id now belongs to a different program, PostgreSQL would refuse to start forever, so
 * the file is deleted here. Call this only while holding the lock.
 */
export async function findPostmaster(folder: string): Promise<Postmaster | null> {
  const path = join(folder, 'postmaster.pid');
  const file = await readIfThere(path);
  if (file === null) return null;
  const lines = file.text.split('\n');
  // Negative for a server that was started manually in single-user mode.
  const pid = Math.abs(Number.parseInt(lines[0] ?? '', 10));
  const port = Number(lines[port_line]);
  const status = lines[status_line]?.trim() ?? '';
  if (!(pid > 1)) {
    if (file.age_ms > empty_max_ms) await rm(path, { force: true });
    else await sleep(50);
    return findPostmaster(folder);
  }
  const owner = await identify(pid, folder);
  if (owner === 'stranger') await rm(path, { force: true });
  return owner === 'ours' ? { pid, port, status } : null;
}

/**
 * Identifies a process by its command line: the server of this data directory, or a stranger. If in doubt it
 * counts as ours, because only a proven stranger's file may be deleted.
 */
export async function identify(pid: number, folder: string): Promise<'ours' | 'stranger' | 'gone'> {
  if (!isAlive(pid)) return 'gone';
  const words = existsSync('/proc/self/cmdline') ? await wordsFromProc(pid) : await wordsFromPs(pid);
  if (words === null) return isAlive(pid) ? 'ours' : 'gone';
  if (basename(words[0] ?? '') !== 'postgres') return 'stranger';
  const option = words.indexOf('-D');
  const its_folder = words[option + 1] ?? '';
  if (option < 0 || !isAbsolute(its_folder)) return 'ours';
  return (await isSameFolder(its_folder, folder)) ? 'ours' : 'stranger';
}

/** A zombie process no longer has a command line, so it counts as a stranger. */
async function wordsFromProc(pid: number): Promise<string[] | null> {
  try {
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0');
  } catch (error) {
    if (['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes(codeOf(error))) return null;
    throw error;
  }
}

/** Cuts the folder's name, which may contain spaces, at the next option: ps does not show where it ends. */
async function wordsFromPs(pid: number): Promise<string[] | null> {
  const ran = await runCommand(null, 'ps', ['-ww', '-o', 'command=', '-p', String(pid)]);
  if (!ran.ok) return null;
  const [program = '', rest] = ran.output.split(' -D ', 2);
  return rest === undefined ? [program] : [program, '-D', rest.split(' -', 1)[0] ?? ''];
}

async function isSameFolder(one: string, other: string): Promise<boolean> {
  try {
    const [a, b] = await Promise.all([stat(one), stat(other)]);
    return a.dev === b.dev && a.ino === b.ino;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EACCES'].includes(codeOf(error))) return false;
    throw error;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

async function readIfThere(path: string): Promise<{ text: string; age_ms: number } | null> {
  try {
    const [text, { mtimeMs }] = await Promise.all([readFile(path, 'utf8'), stat(path)]);
    // Even if the clock was set back, the file must not look new forever.
    return { text, age_ms: Math.abs(Date.now() - mtimeMs) };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}
