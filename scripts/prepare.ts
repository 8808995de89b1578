import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';

/**
 * After an installation: builds the client library, which the example shop and the guides import as its users do.
 * Without the development dependencies there is nothing to build it with, and nobody who imports it.
 */
const needed = ['esbuild', 'typescript'];
const build = resolve(import.meta.dirname, '../packages/client/build.ts');

function isInstalled(name: string): boolean {
  try {
    import.meta.resolve(name);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return false;
    throw error;
  }
}

if (needed.every(isInstalled)) execFileSync(process.execPath, [build], { stdio: 'inherit' });
