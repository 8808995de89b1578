import type { Figures } from './measure.ts';

/** A row of the table: a figure, and its upper or lower limit. */
interface Row {
  readonly name: string;
  readonly label: string;
  readonly goal?: { readonly most: number } | { readonly least: number };
}

/**
 * The figures of an earlier commit: as they were reported at the time, by different counters, and as these counters
 * count them.
 */
export interface Before {
  readonly commit: string;
  readonly reported: Figures;
  readonly counted: Figures;
}

const rows: readonly Row[] = [
  { name: 'source_lines', label: 'lines of hand-written source', goal: { most: 84_000 } },
  { name: 'test_lines', label: 'lines of tests' },
  { name: 'generated_lines', label: 'generated lines in the repository', goal: { most: 20_000 } },
  { name: 'twins', label: 'pairs of places that share six lines: source', goal: { most: 143 } },
  { name: 'twins_of_tests', label: '  tests' },
  { name: 'twins_of_payouts_and_refunds', label: '  source, payouts and refunds', goal: { most: 0 } },
  { name: 'core_entry_points', label: 'modules of core imported by other packages', goal: { most: 12 } },
  { name: 'core_folders_in_circles', label: 'folders of core in import cycles', goal: { most: 0 } },
  { name: 'core_arrows_back', label: 'imports of a wing of core from a later one', goal: { most: 0 } },
  { name: 'question_comments', label: 'doc comments that begin with What, Who, Where, How' },
  { name: 'file_lines_median', label: 'lines of a file of code: median' },
  { name: 'file_lines_p90', label: '  90th percentile' },
  { name: 'long_files', label: '  files of more than 400', goal: { most: 0 } },
  { name: 'tests_files', label: 'last run of the tests: files' },
  { name: 'tests_passed', label: '  passed' },
  { name: 'tests_failed', label: '  failed', goal: { most: 0 } },
  { name: 'tests_minutes', label: '  minutes', goal: { most: 8 } },
  { name: 'mutants_noticed', label: 'last run of the mutants: noticed', goal: { least: 60 } },
  { name: 'mutants_planted', label: '  planted' },
];

/**
 * Renders the table of `npm run house`: an earlier commit's figures as reported and as counted here, today's
 * figures, and the goals.
 */
export function renderTable({ commit, reported, counted }: Before, now: Figures): string {
  const head = ['', 'reported', commit, 'now', 'goal', ''];
  const lines = rows.map((row) => [
    row.label,
    show(reported[row.name]),
    show(counted[row.name]),
    show(now[row.name]),
    showGoal(row),
    judge(row, now[row.name]),
  ]);
  const widths = head.map((_, column) =>
    Math.max(...[head, ...lines].map((line) => line[column]?.length ?? 0)),
  );
  return [head, ...lines]
    .map((line) =>
      line
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function show(figure: number | undefined): string {
  return figure === undefined ? '-' : figure.toLocaleString('en');
}

function showGoal({ goal }: Row): string {
  if (!goal) return '';
  return 'most' in goal ? `<= ${show(goal.most)}` : `>= ${show(goal.least)}`;
}

function judge({ goal }: Row, figure: number | undefined): string {
  if (!goal || figure === undefined) return '';
  const isMet = 'most' in goal ? figure <= goal.most : figure >= goal.least;
  return isMet ? 'met' : 'not met';
}
