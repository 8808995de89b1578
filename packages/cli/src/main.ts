import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Caches compiled code between starts, next to the dependencies it was compiled from, which halves the start time
// and saves memory. If the folder cannot be written nothing is cached, and nothing else changes.
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/guichet', import.meta.url)));
const { run } = await import('./run.ts');
const { surviveOutput } = await import('./shell/survive-output.ts');
surviveOutput(process);
await run(process.argv.slice(2), process);
