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
 * The required behavior of the library on every runtime. Each check gets the address of a behavior server
 * (`server.ts`, in its own process), uses only web APIs, and can run concurrently with any other check.
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
