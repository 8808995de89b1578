import type { Database } from '@guichet/core/testing';
import type pg from 'pg';
import { explainKeptPlans, explainWork, type Step } from './explain-work.ts';

/** Counts the rows that scans of all statements examine, including those they filter out. */
export async function countScannedRows(
  pool: pg.Pool,
  work: (db: Database) => Promise<unknown>,
): Promise<number> {
  const plans = await explainWork(pool, work);
  return plans.reduce((sum, plan) => sum + scannedIn(plan), 0);
}

/**
 * Counts the pages of tables and indexes that all statements read with generic plans. Unlike the number of
 * rows, it includes index entries that only the later columns of the index exclude.
 */
export async function countReadPages(
  pool: pg.Pool,
  work: (db: Database) => Promise<unknown>,
): Promise<number> {
  const plans = await explainKeptPlans(pool, work);
  return plans.reduce((sum, plan) => sum + plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], 0);
}

function scannedIn(step: Step): number {
  const inner = (step.Plans ?? []).reduce((sum, one) => sum + scannedIn(one), 0);
  if (!step['Node Type'].endsWith('Scan')) return inner;
  return inner + step['Actual Loops'] * (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0));
}
