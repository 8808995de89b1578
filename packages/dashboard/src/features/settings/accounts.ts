import type { components } from '../../api/schema.d.ts';
import { useRead } from '../../app/use-read.ts';

export type Account = components['schemas']['Account'];
/** An account, as it appears in the list of accounts. */
export type ListedAccount = components['schemas']['ListedAccount'];
export type Provider = components['schemas']['Provider'];

/** The accounts, and the available providers. */
export function useAccounts() {
  return useRead(['accounts'], '/accounts');
}

/** The name of a provider. */
export function nameOf(providers: readonly Provider[], connector: string): string {
  return providers.find((provider) => provider.connector === connector)?.name ?? connector;
}
