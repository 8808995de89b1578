import { AsyncLocalStorage } from 'node:async_hooks';
import type { Author } from '@guichet/core/accounts';

/** Read from requests that we make ourselves: a header of this name from a client is dropped. */
export const address_header = 'x-guichet-address';

/** Author for the audit log while the sign-in library handles a request. */
export const authors = new AsyncLocalStorage<Author>();
