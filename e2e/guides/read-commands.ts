import { readFile } from 'node:fs/promises';

/** A line of a page that a reader types. */
export interface GuideCommand {
  readonly line: number;
  /** The heading it stands under. */
  readonly heading: string;
  /** The words that follow `npx guichet`, with the blanks to fill in: `webhooks show <endpoint id>`. */
  readonly text: string;
}

const root = new URL('../../', import.meta.url);

/** Every `npx guichet` in a shell block of a page, by its path from the root of the repository. */
export async function readCommands(page: string): Promise<GuideCommand[]> {
  const lines = (await readFile(new URL(page, root), 'utf8')).split('\n');
  const commands: GuideCommand[] = [];
  let heading = '';
  let isShell = false;
  for (const [index, line] of lines.entries()) {
    if (line.startsWith('```')) isShell = line === '```sh';
    if (!isShell && line.startsWith('#')) heading = line.replace(/^#+ /, '');
    const text = isShell ? line.match(/^npx guichet ([^#]+)/)?.[1]?.trim() : undefined;
    if (text !== undefined) commands.push({ line: index + 1, heading, text });
  }
  return commands;
}

/**
 * The arguments of a command with its blanks filled in.
 *
 * @throws Error when a blank has nothing to be filled with
 */
export function fillIn(text: string, values: Readonly<Record<string, string>>): string[] {
  let filled = text;
  for (const [blank, value] of Object.entries(values)) filled = filled.replaceAll(blank, value);
  const left = filled.match(/<[^>]+>|\.\.\./);
  if (left) throw new Error(`nothing is known for ${left[0]} in: guichet ${text}`);
  return filled.split(/\s+/);
}
