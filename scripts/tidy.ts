import { resolve } from 'node:path';
import { checkCalls } from './tidy/check-calls.ts';
import { checkDocs } from './tidy/check-docs.ts';
import { checkEntries } from './tidy/check-entries.ts';
import { checkImports } from './tidy/check-imports.ts';
import { checkLeftovers } from './tidy/check-leftovers.ts';
import { checkNames } from './tidy/check-names.ts';
import { checkSizes } from './tidy/check-sizes.ts';
import { checkSql } from './tidy/check-sql.ts';
import { checkVerbs } from './tidy/check-verbs.ts';
import { checkVersions } from './tidy/check-versions.ts';
import { checkWaits } from './tidy/check-waits.ts';
import { checkWings } from './tidy/check-wings.ts';
import { checkWords } from './tidy/check-words.ts';
import { findCycles } from './tidy/find-cycles.ts';
import { readTree, type Tree } from './tidy/read-tree.ts';

const checks = [
  checkImports,
  findCycles,
  checkWings,
  checkEntries,
  checkVerbs,
  checkSizes,
  checkSql,
  checkLeftovers,
  checkCalls,
  checkWaits,
  checkNames,
  checkVersions,
  checkDocs,
  checkWords,
];

/** Checks the project's rules. Returns one line for each breach: `path:line: what is wrong and what to do`. */
export async function tidy(root: string): Promise<string[]> {
  return breachesOf(await readTree(root));
}

function breachesOf(tree: Tree): string[] {
  return checks
    .flatMap((check) => check(tree))
    .toSorted((left, right) => left.path.localeCompare(right.path) || left.line - right.line)
    .map(({ path, line, message }) => `${path}:${line}: ${message}`);
}

function summaryOf(tree: Tree): string {
  const by_length = tree.code.toSorted((left, right) => left.lines - right.lines);
  const median = by_length[Math.floor(by_length.length / 2)];
  const longest = by_length.at(-1);
  return `${tree.code.length} files of code, median ${median?.lines ?? 0} lines, longest ${longest?.lines ?? 0} (${longest?.path ?? 'none'})`;
}

async function main(): Promise<void> {
  const tree = await readTree(resolve(import.meta.dirname, '..'));
  const breaches = breachesOf(tree);
  for (const breach of breaches) console.log(breach);
  console.log(`tidy: ${breaches.length} breaches; ${summaryOf(tree)}`);
  if (breaches.length > 0) process.exitCode = 1;
}

if (import.meta.main) await main();
