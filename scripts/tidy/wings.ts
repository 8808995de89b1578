/**
 * The wings of `core` in their order: the folders below `packages/core/src`. A wing imports from itself and from those
 * before it, never from one after it, of types neither. What is new gets its place here before its folder.
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

/** Entries of `core` that are no wing: the values a service loads at its start, and what only tests and tools use. */
export const other_entries: readonly string[] = ['serving', 'testing'];

/** The entries of `core`, by the folder whose `index.ts` it is. Nothing else can be imported from outside. */
export const core_entries: readonly string[] = [...wings, ...other_entries];
