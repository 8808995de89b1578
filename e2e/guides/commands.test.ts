import { readdir, readFile } from 'node:fs/promises';
import { makeProgram } from '@guichet/cli/program';
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';

/** Checks that every `npx guichet` command in the documentation exists, with the options that it uses. */
const root = new URL('../../', import.meta.url);
const pagesIn = async (folder: string): Promise<string[]> =>
  (await readdir(new URL(folder, root))).map((name) => `${folder}${name}`);
const pages = [
  'README.md',
  'packages/simulators/README.md',
  ...(await pagesIn('docs/guides/')),
  ...(await pagesIn('docs/operating/')),
];
const lines = (
  await Promise.all(
    pages.map(async (page) => {
      const text = (await readFile(new URL(page, root), 'utf8')).replaceAll('\\\n', ' ');
      const found = text.matchAll(/npx guichet ([^`\n#|]*)/g);
      return [...found].map(([, words = '']) => ({ page, line: words.trim() }));
    }),
  )
).flat();

describe('commands in the documentation', () => {
  test('are found by this test', () => {
    expect(lines.length).toBeGreaterThan(40);
  });

  test.each(lines)('$page: guichet $line', ({ line }) => {
    const words = line.split(/\s+/);
    const { command, rest } = descend(makeProgram(process), words);
    // A group of commands does nothing without a subcommand.
    expect(command.commands.map((one) => one.name())).toEqual([]);
    const options = rest.filter((word) => word.startsWith('--')).map((word) => word.split('=')[0]);
    const known = command.options.map(({ long }) => long);
    for (const option of options) expect(known).toContain(option);
  });
});

function descend(command: Command, words: readonly string[]): { command: Command; rest: readonly string[] } {
  const next = command.commands.find((one) => one.name() === words[0]);
  if (next) return descend(next, words.slice(1));
  const usual = usualOf(command);
  return usual ? descend(usual, words) : { command, rest: words };
}

/** Returns the command that a group runs by default; commander does not expose its name. */
function usualOf(group: Command): Command | undefined {
  const { _defaultCommandName: name } = group as unknown as { _defaultCommandName: string | null };
  return group.commands.find((one) => one.name() === name);
}
