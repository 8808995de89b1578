import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readSchema } from './read-schema.ts';
import { makeReferenceFiles } from './reference-files.ts';

/** `npm run reference`: writes the files of docs/reference that are generated from the code. */
const folder = join(import.meta.dirname, '../../docs/reference');
const files = { ...makeReferenceFiles(), 'schema.txt': await readSchema() };
for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
