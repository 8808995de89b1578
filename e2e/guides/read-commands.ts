import { readFile } from 'node:fs/promises';

/** A command line of a page, for a reader to type. */
export interface GuideCommand {
  readonly line: number;
  /** The heading above the command. */
  readonly heading: string;
  /** The words that follow `npx guichet`, with placeholders to fill in: `webhooks show <endpoint id>`. */
  readonly text: string;
}

const root = new URL('../../', import.meta.url);

/**
 * Reads every `npx guichet` command in the shell blocks of a page, given its path from the root of the repository.
 */
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
 * Returns the arguments of a command with its placeholders filled in.
 *
 * @throws Error if a placeholder has no value
 */
export function fillIn(text: string, values: Readonly<Record<string, string>>): string[] {
  let filled = text;
  for (const [blank, value] of Object.entries(values)) filled = filled.replaceAll(blank, value);
  const left = filled.match(/<[^>]+>|\.\.\./);
  if (left) throw new Error(`no value for ${left[0]} in: guichet ${text}`);
  return filled.split(/\s+/);
}
