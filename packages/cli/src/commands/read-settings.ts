import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { AppError, type FieldErrors, invalidFields } from '@guichet/kernel/errors';
import { InvalidArgumentError } from 'commander';
import type { Shell } from '../shell/shell.ts';

/** The settings of an account as given on the command line, `field=...`. */
export interface Given {
  readonly set: readonly string[];
  readonly setFile: readonly string[];
}

/** Collects an option that can be repeated. @throws InvalidArgumentError when it has no `=` */
export function gatherPair(text: string, before: readonly string[]): readonly string[] {
  if (!/^[^=]+=/s.test(text)) throw new InvalidArgumentError('Must be field=value.');
  return [...before, text];
}

/**
 * Reads settings: from the arguments, from files, and at most one from standard input (value `-`), which keeps a
 * secret out of the shell's history. A line break at the end of a file or of the input is dropped.
 *
 * @throws AppError `invalid_fields` with every field that cannot be read or is given twice
 */
export async function readGiven(
  shell: Pick<Shell, 'cwd' | 'stdin'>,
  { set, setFile }: Given,
): Promise<Readonly<Record<string, string>>> {
  const texts = new Map<string, string>();
  const problems: FieldErrors = {};
  const take = async (pair: string, read: (value: string) => Promise<string>): Promise<void> => {
    const at = pair.indexOf('=');
    const field = pair.slice(0, at);
    try {
      if (texts.has(field)) problems[`config.${field}`] = ['is given twice'];
      texts.set(field, await read(pair.slice(at + 1)));
    } catch (error) {
      if (error instanceof AppError) throw error;
      problems[`config.${field}`] = [error instanceof Error ? error.message : String(error)];
    }
  };
  let isInputTaken = false;
  for (const pair of set) {
    await take(pair, async (value) => {
      if (value !== '-') return value;
      if (isInputTaken) throw new Error('only one field can be read from standard input');
      isInputTaken = true;
      return withoutLineEnd(await readAll(shell.stdin));
    });
  }
  for (const pair of setFile) {
    await take(pair, async (path) => withoutLineEnd(await readFile(resolve(shell.cwd(), path), 'utf8')));
  }
  if (Object.keys(problems).length > 0) throw invalidFields(problems);
  return Object.fromEntries(texts);
}

function withoutLineEnd(text: string): string {
  return text.replace(/\r?\n$/, '');
}
