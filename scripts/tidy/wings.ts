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

/** Where they are. */
export const wings_folder = 'packages/core/src/';
