import { execFileSync } from 'node:child_process';
import { file_lines_max } from '../tidy/check-sizes.ts';
import { readTree, type Tree } from '../tidy/read-tree.ts';
import { core_entries, wings } from '../tidy/wings.ts';
import { type Arrow, arrowsBack, arrowsOf, circlesOf, entryPointsOf } from './count-core.ts';
import { countLines, sizesOf } from './count-lines.ts';
import { findTwins, type Twins } from './find-twins.ts';

/** Figures of a tree, by the name of their row. */
export type Figures = Readonly<Record<string, number>>;

/**
 * Counts everything about the tree that can be counted.
 *
 * @param root of a checkout, whose tracked files are counted
 */
export async function measureTree(root: string): Promise<Figures> {
  const tree = await readTree(root);
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter((path) => path !== '');
  const { source, tests, generated } = await countLines(root, tree, tracked);
  const { median, p90, long } = sizesOf(tree, file_lines_max);
  const twins = findTwins(tree.code.filter((file) => !file.is_test));
  const arrows = arrowsOf(tree);
  return {
    source_lines: source,
    test_lines: tests,
    generated_lines: generated,
    twins: twins.length,
    twins_of_tests: findTwins(tree.code.filter((file) => file.is_test)).length,
    twins_of_payouts_and_refunds: twins.filter(areOfPayoutAndRefund).length,
    core_entry_points: entryPointsOf(tree).length,
    core_folders_in_circles: circlesOf(arrows).flat().length,
    ...(areWings(arrows) && { core_arrows_back: arrowsBack(arrows, wings).length }),
    question_comments: questionComments(tree),
    file_lines_median: median,
    file_lines_p90: p90,
    long_files: long,
  };
}

/**
 * True if all imports are between known entries of core, which are the wings and a few others. The order of any
 * other folder is undefined.
 */
function areWings(arrows: readonly Arrow[]): boolean {
  return arrows.every(({ from, to }) => core_entries.includes(from) && core_entries.includes(to));
}

/** Counts the doc comments, including those in tests, that begin with a question word instead of a noun. */
function questionComments(tree: Tree): number {
  return tree.code
    .flatMap((file) => file.comments)
    .filter(({ text }) => /^\/\*\*[\s*]*(What|Who|Where|How)\b/.test(text)).length;
}

/** True when both places are in core, and one path contains "payout" and the other "refund". */
function areOfPayoutAndRefund(twins: Twins): boolean {
  const paths = twins.map(({ path }) => path);
  if (!paths.every((path) => path.startsWith('packages/core/src/'))) return false;
  const nouns = paths.map((path) => /payout|refund/.exec(path)?.[0]);
  return nouns.includes('payout') && nouns.includes('refund');
}
