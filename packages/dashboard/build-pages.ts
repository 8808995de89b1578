import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Rolldown } from 'vite';

const folder = import.meta.dirname;
const features = join(folder, 'src/features');

/**
 * Writes, next to `index.html`, a page for each section of the frame. The page shows the frame's outline before any
 * script has loaded, and links the section's files, so that all of them load in parallel.
 *
 * `pages/<section>.html` is the page of that section; `pages/frame.html` is for sections without a page of their
 * own. `%MODE%` in them stands for `test` or `live`.
 *
 * @param out the folder of the build
 */
export async function buildPages(out: string, { output }: Rolldown.RolldownOutput): Promise<void> {
  const [index, shell] = await Promise.all([
    readFile(join(out, 'index.html'), 'utf8'),
    readFile(join(folder, 'shell.html'), 'utf8'),
  ]);
  const filesOf = makeFilesOf(output.filter((one) => one.type === 'chunk'));
  const write = async (name: string, sources: readonly string[]): Promise<void> => {
    const links = filesOf([join(folder, 'src/app/frame.tsx'), ...sources])
      .filter((file) => !index.includes(file))
      .map(linkTo);
    const html = index
      .replace('</head>', `  ${links.join('\n    ')}\n  </head>`)
      .replace('<div id="root"></div>', () => `<div id="root">${shell.trim()}</div>`);
    await writeFile(join(out, 'pages', `${name}.html`), html);
  };
  await mkdir(join(out, 'pages'));
  await write('frame', []);
  for (const section of await readdir(features)) {
    const sources = ['page', 'frame']
      .map((kind) => join(features, section, `${section}-${kind}.tsx`))
      .filter((path) => existsSync(path));
    if (sources.length > 0) await write(section, sources);
  }
}

/** Makes the function that finds the files of modules and all their imports. */
function makeFilesOf(chunks: readonly Rolldown.OutputChunk[]) {
  const by_name = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  return (sources: readonly string[]): readonly string[] => {
    const found = new Set<Rolldown.OutputChunk>();
    const take = (chunk: Rolldown.OutputChunk | undefined): void => {
      if (!chunk || found.has(chunk)) return;
      found.add(chunk);
      for (const name of chunk.imports) take(by_name.get(name));
    };
    for (const source of sources) {
      take(chunks.find(({ moduleIds }) => moduleIds.some((id) => resolve(id) === source)));
    }
    // Dependencies come first, in the order in which modules load them.
    return [...found].reverse().map(({ fileName }) => fileName);
  };
}

/** Builds the tag exactly as the bundler does, so that its loader finds it and does not preload the file again. */
function linkTo(file: string): string {
  return `<link rel="modulepreload" crossorigin href="/dashboard/${file}">`;
}
