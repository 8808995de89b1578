import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

const src = join(import.meta.dirname, '../src');

/** Lists the English texts that do not also occur in French: none of them may appear on a French page. */
export async function listEnglishWords(): Promise<ReadonlySet<string>> {
  const names = await readdir(src, { recursive: true });
  const [english, french] = [new Set<string>(), new Set<string>()];
  for (const name of names.filter((one) => /(\/|-)texts\.ts$/.test(one))) {
    const exported: Record<string, { readonly en: unknown; readonly fr: unknown }> = await import(
      join(src, name)
    );
    for (const { en, fr } of Object.values(exported)) {
      collect(en, english);
      collect(fr, french);
    }
  }
  return new Set([...english].filter((text) => !french.has(text)));
}

/** Texts with values are left out: the page shows them filled in. */
function collect(words: unknown, into: Set<string>): void {
  if (typeof words === 'string') into.add(words);
  else if (typeof words === 'object' && words !== null)
    for (const one of Object.values(words)) collect(one, into);
}
