import { linkSteps } from './link-steps.ts';
import { plots } from './plots.ts';
import { selfSteps } from './self-steps.ts';
import { signInSteps } from './sign-in-steps.ts';
import type { Step } from './step.ts';
import { teamSteps } from './team-steps.ts';

/** The actions of people and the operator. */
export const steps: Readonly<Record<string, Step>> = {
  ...linkSteps,
  ...teamSteps,
  ...selfSteps,
  ...signInSteps,
  ...plots,
};

/**
 * The names from which the steps of a history are drawn. Steps that others depend on are listed several
 * times.
 */
export const often: readonly string[] = [
  ...Object.keys(steps),
  ...['inviteByOperator', 'accept', 'accept', 'accept', 'signIn', 'signIn', 'signIn', 'useLink'],
  ...[
    'changeRole',
    'changeRole',
    'remove',
    'changeApp',
    'signInByCode',
    'signInAgain',
    'outlive',
    'removePasskey',
  ],
];
