import { access } from './access.ts';
import { callbacks } from './callbacks.ts';
import { counter } from './counter.ts';
import { groups } from './groups.ts';
import { idempotency } from './idempotency.ts';
import { inquiries } from './inquiries.ts';
import { links } from './links.ts';
import { money } from './money.ts';
import type { Mutant } from './mutant.ts';
import { states } from './states.ts';
import { truth } from './truth.ts';
import { webhooks } from './webhooks.ts';

/** All mutants, grouped by subject. */
export const mutants: readonly Mutant[] = [
  ...money,
  ...states,
  ...inquiries,
  ...idempotency,
  ...webhooks,
  ...callbacks,
  ...access,
  ...truth,
  ...groups,
  ...links,
  ...counter,
];
