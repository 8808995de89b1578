import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Keeps compiled code from one start to the next, beside the dependencies it was compiled from: starts take half the
// time and less memory. Where the folder cannot be written nothing is kept, and nothing else changes.
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/guichet', import.meta.url)));
const { run } = await import('./run.ts');
const { surviveOutput } = await import('./shell/survive-output.ts');
surviveOutput(process);
await run(process.argv.slice(2), process);
