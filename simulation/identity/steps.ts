import { linkSteps } from './link-steps.ts';
import { selfSteps } from './self-steps.ts';
import { signInSteps } from './sign-in-steps.ts';
import type { Step } from './step.ts';
import { teamSteps } from './team-steps.ts';

/** What people and the operator do, each as often as the others. */
export const steps: Readonly<Record<string, Step>> = {
  ...linkSteps,
  ...teamSteps,
  ...selfSteps,
  ...signInSteps,
};
