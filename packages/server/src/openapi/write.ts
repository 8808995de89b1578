import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { jsonText } from '@guichet/kernel/json-text';
import { describeApi } from './describe.ts';
import { committed, released } from './files.ts';

/**
 * Writes the committed document (`npm run openapi`). A test fails when it and the code differ.
 * `npm run openapi -- --release`, once per release: also makes it the document that later changes are compared with.
 */
const { values } = parseArgs({ options: { release: { type: 'boolean', default: false } } });
const text = jsonText(await describeApi());
await writeFile(committed, text);
if (values.release) await writeFile(released, text);
