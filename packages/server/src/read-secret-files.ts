import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Settings that may also be read from a file, so that a list of processes reveals no secret. The path of the file
 * is in the setting with `_FILE` appended, such as `SECRET_KEY_FILE`.
 */
const from_files = ['DATABASE_URL', 'SECRET_KEY', 'SECRET_KEY_PREVIOUS'] as const;

/**
 * Replaces each setting that refers to a file with the contents of that file, without the line ends that editors
 * leave.
 *
 * @param given settings, without empty ones
 * @param cwd the folder to which paths are relative
 * @returns the environment, and one sentence for each setting that is invalid
 */
export function readSecretFiles(given: Environment, cwd: string): { env: Environment; problems: string[] } {
  const env: Record<string, string | undefined> = { ...given };
  const problems: string[] = [];
  for (const name of from_files) {
    const file = `${name}_FILE`;
    const path = given[file];
    if (path === undefined) continue;
    if (given[name] !== undefined) {
      problems.push(`${file}: ${name} is set as well: remove one of the two`);
      continue;
    }
    try {
      const text = withoutLineEnds(readFileSync(resolve(cwd, path), 'utf8'));
      if (text === '') problems.push(`${file}: ${path} is empty`);
      else env[name] = text;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      problems.push(`${file}: ${path} cannot be read (${code}): is it there, and may this user read it?`);
    }
  }
  return { env, problems };
}

/** Removes the line end that editors and `echo` leave at the end of a file. */
function withoutLineEnds(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\n' || text[end - 1] === '\r') end -= 1;
  return text.slice(0, end);
}
