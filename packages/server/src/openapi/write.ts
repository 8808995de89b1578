import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { describeApi } from './describe.ts';
import { committed, released } from './files.ts';

/**
 * `npm run openapi`: writes the committed document. A test fails when it and the code differ.
 * `node packages/server/src/openapi/write.ts --release`, once at each release: also makes it what later changes are
 * compared with. (`npm run openapi` hands its arguments to another program.)
 */
const { values } = parseArgs({ options: { release: { type: 'boolean', default: false } } });
const text = `${JSON.stringify(await describeApi(), null, 2)}\n`;
await writeFile(committed, text);
if (values.release) await writeFile(released, text);
