import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { checkSync } from 'recheck';
import manifest from 'recheck/package.json' with { type: 'json' };
import type { Regex } from './read-regexes.ts';

// The part that is JavaScript: no process is started, and every platform gives the same judgement.
process.env.RECHECK_BACKEND = 'pure';

/** Bounded by counts, not by time: a busy machine judges as an idle one does. */
const options = { timeout: null, attackTimeout: null, incubationTimeout: null, randomSeed: 1 };

/** Judgements are kept from run to run: one takes a fifth of a second, and few regular expressions change. */
const cache_folder = join(import.meta.dirname, '../../node_modules/.cache/regexes');
const cache_file = join(cache_folder, `recheck-${manifest.version}.json`);

/**
 * Judges regular expressions by analysis: whether a text of n characters can take much more than n steps.
 *
 * @returns those that are not linear, each with how it grows and on what text
 */
export async function judge(regexes: readonly Regex[]): Promise<ReadonlyMap<Regex, string>> {
  const kept = await readCache();
  const judged: Record<string, string> = {};
  const faults = new Map<Regex, string>();
  for (const regex of regexes) {
    const key = `/${regex.source}/${regex.flags}`;
    const fault = kept[key] ?? analyse(regex);
    judged[key] = fault;
    if (fault !== '') faults.set(regex, fault);
    // The runner wants to hear something now and then.
    await setImmediate();
  }
  await mkdir(cache_folder, { recursive: true });
  await writeFile(cache_file, JSON.stringify({ ...kept, ...judged }));
  return faults;
}

/** @returns an empty text for a linear one */
function analyse({ source, flags }: Regex): string {
  const found = checkSync(source, flags, options);
  if (found.status === 'safe') return '';
  if (found.status === 'unknown') return `not known: ${found.error.kind}`;
  return `${found.complexity.summary}, for instance on ${found.attack.pattern}`;
}

async function readCache(): Promise<Readonly<Record<string, string>>> {
  try {
    return JSON.parse(await readFile(cache_file, 'utf8')) as Record<string, string>;
  } catch {
    return {};
  }
}
