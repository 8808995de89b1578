import type { Provider } from './provider.ts';

/** Every provider that a merchant can have accounts with, in the order in which they are listed. */
export const providers: readonly Provider[] = [];
