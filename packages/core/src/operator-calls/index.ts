/** The names of `operator-calls` that other packages may import: rechecks, failures in plain words. */
export { isFailureReason } from './failures/sentences.ts';
export type { Recheck } from './plan-recheck.ts';
