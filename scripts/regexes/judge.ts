import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { checkSync } from 'recheck';
import manifest from 'recheck/package.json' with { type: 'json' };
import { isNightly } from '../../test-support/tier.ts';
import type { Regex } from './read-regexes.ts';

// The JavaScript backend: it starts no process, and every platform gives the same result.
process.env.RECHECK_BACKEND = 'pure';

/** Limited by counts, not by time, so that a busy machine gives the same result as an idle one. */
const options = { timeout: null, attackTimeout: null, incubationTimeout: null, randomSeed: 1 };

/**
 * Expressions that were judged linear are stored in the project, as `/source/flags`: one analysis takes a fifth of
 * a second, and few regular expressions change. The nightly run judges each again.
 */
const judged_file = join(import.meta.dirname, 'judged.json');

interface Judged {
  /** The version of the analyzer: a different one may judge differently. */
  readonly version: string;
  readonly linear: readonly string[];
}

/**
 * Judges regular expressions by analysis: whether a text of n characters can take much more than n steps.
 *
 * @param known the expressions already judged linear
 * @returns the expressions that are not linear or cannot be judged, each with its growth and a text that causes it,
 * or the reason
 */
export async function judge(
  regexes: readonly Regex[],
  known?: ReadonlySet<string>,
): Promise<ReadonlyMap<Regex, string>> {
  const linear = known ?? (isNightly ? new Set() : await readJudged());
  const faults = new Map<Regex, string>();
  for (const regex of regexes) {
    if (linear.has(textOf(regex))) continue;
    const fault = analyse(regex);
    if (fault !== '') faults.set(regex, fault);
    // Yields, because the test runner expects progress now and then.
    await setImmediate();
  }
  return faults;
}

/**
 * Judges the regular expressions that have not been judged before, and stores which of all the given ones are
 * linear. Any other stored expression is dropped.
 */
export async function keepJudgements(regexes: readonly Regex[]): Promise<void> {
  const faults = await judge(regexes, await readJudged());
  const linear = new Set(regexes.filter((regex) => !faults.has(regex)).map(textOf));
  const judged: Judged = { version: manifest.version, linear: [...linear].toSorted() };
  await writeFile(judged_file, `${JSON.stringify(judged, null, 2)}\n`);
}

/** Reads the judgments that were stored by this version of the analyzer. */
export async function readJudged(): Promise<ReadonlySet<string>> {
  const { version, linear } = JSON.parse(await readFile(judged_file, 'utf8')) as Judged;
  return new Set(version === manifest.version ? linear : []);
}

export function textOf({ source, flags }: Regex): string {
  return `/${source}/${flags}`;
}

/** @returns the growth and an example, or why they are not known; empty for a linear expression */
function analyse({ source, flags }: Regex): string {
  const found = checkSync(source, flags, options);
  if (found.status === 'safe') return '';
  if (found.status === 'unknown') return `not known: ${found.error.kind}`;
  return `${found.complexity.summary}, for instance on ${found.attack.pattern}`;
}
