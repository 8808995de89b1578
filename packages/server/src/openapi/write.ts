import { writeFile } from 'node:fs/promises';
import { describeApi } from './describe.ts';

/** `npm run openapi`: writes the committed document. A test fails when it and the code differ. */
const file = new URL('../../../../docs/reference/openapi.json', import.meta.url);
await writeFile(file, `${JSON.stringify(await describeApi(), null, 2)}\n`);
