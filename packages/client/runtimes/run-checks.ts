import type { Check } from '../suite/check.ts';
import { checks } from '../suite/checks.ts';

/** Result of one check; `problem` is null if it passed. */
export interface Result {
  readonly group: string;
  readonly name: string;
  readonly problem: string | null;
}

const beside_each_other = 8;
const check_max_ms = 60_000;

/** Runs all checks on the current runtime. @param origin address of the behavior server. */
export async function runChecks(origin: string): Promise<readonly Result[]> {
  const results: Result[] = [];
  const left = checks.values();
  const work = async (): Promise<void> => {
    for (const check of left) results.push(await runCheck(check, origin));
  };
  await Promise.all(Array.from({ length: beside_each_other }, work));
  return results;
}

async function runCheck({ group, name, run }: Check, origin: string): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not finished within ${check_max_ms} ms`)), check_max_ms);
  });
  try {
    await Promise.race([run({ origin }), late]);
    return { group, name, problem: null };
  } catch (error) {
    return { group, name, problem: error instanceof Error ? `${error.stack ?? error}` : String(error) };
  } finally {
    clearTimeout(timer);
  }
}
