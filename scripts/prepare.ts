import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';

interface Product {
  /** Development dependencies: without them, the product cannot be built and is not needed. */
  readonly needed: readonly string[];
  readonly script: string;
}

/**
 * After an installation: builds the client library, which the example shop and the guides import as its users do,
 * and the types of the dashboard, which are generated from the server's operations.
 */
const products: readonly Product[] = [
  { needed: ['esbuild', 'typescript'], script: 'packages/client/build.ts' },
  { needed: ['openapi-typescript'], script: 'packages/server/src/dashboard/write-openapi.ts' },
];

function isInstalled(name: string): boolean {
  try {
    import.meta.resolve(name);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return false;
    throw error;
  }
}

for (const { needed, script } of products) {
  if (!needed.every(isInstalled)) continue;
  execFileSync(process.execPath, [resolve(import.meta.dirname, '..', script)], { stdio: 'inherit' });
}
