import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeConnector, problemOf } from './make-connector.ts';

/**
 * `npm run connector -- --id acme-pay --name "Acme Pay"` creates a connector and its simulator, which work
 * together. Change them until they match the provider: see docs/guides/write-a-connector.md.
 */
const { values } = parseArgs({ options: { id: { type: 'string' }, name: { type: 'string' } } });
const connector = { root: join(import.meta.dirname, '../..'), id: values.id ?? '', name: values.name ?? '' };
const problem = await problemOf(connector);
if (problem !== null) {
  console.error(`${problem}\nUsage: npm run connector -- --id acme-pay --name "Acme Pay"`);
  process.exitCode = 2;
} else {
  const { files, port } = await makeConnector(connector);
  // The new names change line lengths and the order of imports.
  const touched = [...files, 'packages/operators/src/providers.ts', 'packages/simulators/src/all.ts'];
  execFileSync('npx', ['biome', 'check', '--write', ...touched], { cwd: connector.root, stdio: 'ignore' });
  console.log(`${files.join('\n')}

Next:
  npx vitest run packages/operators/src/${connector.id}   the conformance suite already passes
  npm run simulators                       starts its simulator, at http://127.0.0.1:${port}
  docs/guides/write-a-connector.md         says what to change first`);
}
