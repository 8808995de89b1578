import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Caches compiled code between starts, next to the dependencies that it was compiled from, which halves the start
// time and saves memory. If the folder is not writable, nothing is cached, but everything else works.
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/guichet', import.meta.url)));
const { run } = await import('./run.ts');
const { surviveOutput } = await import('./shell/survive-output.ts');
surviveOutput(process);
await run(process.argv.slice(2), process);
