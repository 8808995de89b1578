import { abort } from './abort.ts';
import { amounts } from './amounts.ts';
import { bodies } from './bodies.ts';
import type { Check } from './check.ts';
import { idempotency } from './idempotency.ts';
import { options } from './options.ts';
import { pages } from './pages.ts';
import { retries } from './retries.ts';
import { returns } from './returns.ts';
import { publishedVectors } from './vectors.ts';
import { webhooks } from './webhooks.ts';

/**
 * What the library has to do, the same on every runtime. Each check is given the address of a behaviour server
 * (`server.ts`, in a process of its own), uses nothing that is not on the web, and can run beside any other.
 */
export const checks: readonly Check[] = [
  ...retries,
  ...idempotency,
  ...bodies,
  ...amounts,
  ...abort,
  ...pages,
  ...webhooks,
  ...publishedVectors,
  ...returns,
  ...options,
];
