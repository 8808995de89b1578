/**
 * The wings of `core` in their order: the folders below `packages/core/src`. A wing imports from itself and from
 * earlier wings, never from later ones, not even types. A new wing is added to this list before its folder is
 * created.
 */
export const wings = [
  'platform',
  'accounts',
  'ledger',
  'operator-calls',
  'routing',
  'events',
  'payments',
  'transfers',
  'operations',
  'reads',
] as const;

/** The folder of the wings. */
export const wings_folder = 'packages/core/src/';

/**
 * Entries of `core` that are not wings: values that a service loads at its start, and code for tests and tools
 * only.
 */
export const other_entries: readonly string[] = ['serving', 'testing'];

/**
 * The entries of `core`: the folders whose `index.ts` other packages may import. Other packages may import nothing
 * else from `core`.
 */
export const core_entries: readonly string[] = [...wings, ...other_entries];
