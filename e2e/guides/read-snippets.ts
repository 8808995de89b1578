import { readFile } from 'node:fs/promises';

/** A block of TypeScript in a page of the documentation. */
export interface Snippet {
  readonly page: string;
  readonly line: number;
  /**
   * A `runs` block serves HTTP itself, an `exports` block is served by a framework, and a `compiles` block is only
   * compiled.
   */
  readonly kind: 'compiles' | 'runs' | 'exports';
  /** The heading above the block. */
  readonly heading: string;
  readonly code: string;
  /**
   * The declarations that the page assumes, from a comment right before the block; readers do not see the comment.
   */
  readonly prelude: string;
}

const root = new URL('../../', import.meta.url);

/** Reads every TypeScript block of a page, given its path from the root of the repository. */
export async function readSnippets(page: string): Promise<Snippet[]> {
  const text = await readFile(new URL(page, root), 'utf8');
  const blocks = text.matchAll(
    /(?:<!-- prelude: (?<prelude>.*?) -->\n)?```ts(?: (?<kind>\w+))?\n(?<code>.*?)^```$/gms,
  );
  return [...blocks].map(({ index, groups = {} }) => {
    const before = text.slice(0, index);
    const { prelude = '', kind = 'compiles', code = '' } = groups;
    if (kind !== 'compiles' && kind !== 'runs' && kind !== 'exports') {
      throw new Error(`${page} has a block of an unknown kind: ${kind}`);
    }
    return {
      page,
      line: before.split('\n').length,
      kind,
      heading: [...before.matchAll(/^#+ (.*)$/gm)].at(-1)?.[1] ?? '',
      code,
      prelude,
    };
  });
}
