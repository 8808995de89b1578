/**
 * The wings of `core` in their order: the folders below `packages/core/src`. A wing imports from itself and from
 * earlier wings, never from later ones, not even types. A new wing gets its place here before its folder.
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

/** The entries of `core`: the folders whose `index.ts` other packages may import. They may import nothing else. */
export const core_entries: readonly string[] = [...wings, ...other_entries];
