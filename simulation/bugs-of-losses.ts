import { randomUUID } from 'node:crypto';
import type { Bug } from './bug.ts';

const core = '../packages/core/src';

/** A tilt: a loss, at a provider that carries out each reference only once. */
const repeated = {
  lost: true,
  connector: 'mtn-momo',
  features: { payouts: true, keys: true, persons: false },
} as const;

/**
 * Mistakes that are revealed by the loss of a database, by changes of API keys, or by reading a statement
 * again.
 */
export const lossBugs: readonly Bug[] = [
  {
    name: 'a request that is repeated after a loss gets a new reference',
    found: /is in nobody's rows but in the books, and it was paid again/,
    module: `${core}/platform/references/references.ts`,
    tilt: repeated,
    plant: () => ({
      makeReferences: () => ({ of: async () => randomUUID(), prepare: async () => undefined }),
    }),
  },
  {
    name: 'a service whose database was lost opens without inquiring',
    found: /was not inquired about before the service opened/,
    module: `${core}/operations/recovery/queries.ts`,
    tilt: repeated,
    plant: (real) => ({
      listUnseen: async () => [],
      countFound: async (...args: unknown[]) => ({ ...(await real.countFound(...args)), to_inquire: 0 }),
    }),
  },
  {
    name: 'a request that reaches nobody after a loss is not rechecked',
    found: /is failed, and \S+ moved/,
    module: `${core}/platform/recovery/queries.ts`,
    tilt: { lost: true, connector: 'pawapay', faults: { refused: 0.3 }, features: { keys: true } },
    plant: () => ({ wasRecovering: async () => false }),
  },
  {
    name: 'a revoked API key is accepted',
    found: /key that was revoked \d+ ms ago was accepted/,
    module: `${core}/accounts/api-keys/queries.ts`,
    tilt: { rotated: true },
    plant: (real) => ({
      findKeyByHash: async (...args: unknown[]) => {
        const owner = await real.findKeyByHash(...args);
        return owner && { ...owner, revoked_at: null };
      },
    }),
  },
  {
    name: 'a period that was read is not closed',
    found: /the closed period until \S+ has changed/,
    module: `${core}/ledger/queries.ts`,
    tilt: { read: true, faults: { freeze: 0.06 } },
    plant: () => ({ insertClosedPeriod: async () => undefined }),
  },
];
