/** The exports of `operator-calls` for other packages: rechecks, failures in plain words. */
export { isFailureReason } from './failures/sentences.ts';
export type { Recheck } from './plan-recheck.ts';
