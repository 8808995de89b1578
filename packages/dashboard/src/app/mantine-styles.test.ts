import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const src = join(import.meta.dirname, '..');
const styles = join(dirname(createRequire(import.meta.url).resolve('@mantine/core/styles.css')), 'styles');
/** Components that use the style sheet of another component. */
const made_of: Readonly<Record<string, string>> = { Radio: 'InlineInput', Checkbox: 'InlineInput' };

test('every component in use has its styles loaded', async () => {
  const files = (await readdir(src, { recursive: true })).filter((name) => /\.(tsx|css)$/.test(name));
  const used = new Set<string>();
  const loaded = new Set<string>();
  for (const file of files) {
    const text = await readFile(join(src, file), 'utf8');
    for (const [, names = ''] of text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)) {
      for (const name of names.split(',')) used.add(name.trim());
    }
    for (const [, name = ''] of text.matchAll(/@mantine\/core\/styles\/(\w+)\.layer\.css/g)) loaded.add(name);
  }
  const needed = [...used].flatMap((name) => [name, made_of[name] ?? name]);
  const having_styles = needed.filter((name) => existsSync(join(styles, `${name}.layer.css`)));
  expect(having_styles).toContain('Button');
  expect(having_styles.filter((name) => !loaded.has(name))).toEqual([]);
});
