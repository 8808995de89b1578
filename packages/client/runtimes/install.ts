import { execFile } from 'node:child_process';
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const lock = join(import.meta.dirname, 'package-lock.json');
const installed_lock = join(import.meta.dirname, 'node_modules/.installed-lock.json');

/** Installs the runtimes in the lock file (800 MB), unless the same ones are already installed. */
export async function installRuntimes(): Promise<void> {
  const [wanted, found] = await Promise.all([
    readFile(lock, 'utf8'),
    readFile(installed_lock, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    }),
  ]);
  if (wanted === found) return;
  console.log('installing the runtimes');
  await promisify(execFile)('npm', ['ci'], { cwd: import.meta.dirname });
  await copyFile(lock, installed_lock);
}
