import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeReferenceFiles } from './reference-files.ts';

/** `npm run reference` writes what docs/reference has from the code. */
const folder = join(import.meta.dirname, '../../docs/reference');
for (const [name, text] of Object.entries(makeReferenceFiles())) await writeFile(join(folder, name), text);
