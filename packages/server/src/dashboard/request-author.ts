import { AsyncLocalStorage } from 'node:async_hooks';
import type { Author } from '@guichet/core/accounts';

/**
 * The header with the client's address in requests that we make to the sign-in library; a header of this name from
 * a client is dropped.
 */
export const address_header = 'x-guichet-address';

/** Author for the audit log while the sign-in library handles a request. */
export const authors = new AsyncLocalStorage<Author>();
