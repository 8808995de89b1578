import { access, cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeConnector, problemOf } from './make-connector.ts';

const sources = ['packages/operators/src', 'packages/simulators/src'];

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'guichet-connector-'));
  for (const folder of sources) await cp(folder, join(root, folder), { recursive: true });
});
afterEach(() => rm(root, { recursive: true }));

describe('a new connector', () => {
  test('uses its own names everywhere, and imports only what exists', async () => {
    const { files, port } = await makeConnector({ root, id: 'kola-pay2', name: 'Kola Pay' });
    expect(files).toContain('packages/operators/src/kola-pay2/index.ts');
    expect(files).toContain('packages/simulators/src/kola-pay2/index.ts');
    for (const file of files) {
      const text = await readFile(join(root, file), 'utf8');
      expect(text).not.toMatch(/acme(?!-signature)/i);
      for (const [, path = ''] of text.matchAll(/from '(\.[^']+)'/g)) {
        await expect(
          access(join(root, dirname(file), path)),
          `${file} imports ${path}`,
        ).resolves.toBeUndefined();
      }
    }
    const [connectors, simulators] = await Promise.all(
      ['packages/operators/src/providers.ts', 'packages/simulators/src/all.ts'].map((file) =>
        readFile(join(root, file), 'utf8'),
      ),
    );
    expect(connectors).toMatch(/import \{ kolaPay2 \} from '\.\/kola-pay2\/index\.ts';/);
    expect(connectors).toMatch(/, *\s*kolaPay2,?\s*\];/);
    expect(simulators).toContain(`port: ${port}`);
    expect(simulators?.match(new RegExp(`port: ${port}`, 'g'))).toHaveLength(1);
  });

  test.each([
    ['', 'Kola', '--id must be'],
    ['Kola', 'Kola', '--id must be'],
    ['../kola', 'Kola', '--id must be'],
    ['kola', '', '--name must be'],
    ['kola', "Kola'; x", '--name must be'],
    ['wave', 'Wave', 'packages/operators/src/wave already exists'],
  ])('with the id %j and the name %j is refused', async (id, name, words) => {
    expect(await problemOf({ root, id, name })).toContain(words);
  });
});
