import { useQuery } from '@tanstack/react-query';
import { api, read } from '../../api/client.ts';
import type { components } from '../../api/schema.d.ts';
import { useFrame } from '../../app/use-frame.ts';

export type Account = components['schemas']['Account'];
/** An account as the list of all has it. */
export type ListedAccount = components['schemas']['ListedAccount'];
export type Provider = components['schemas']['Provider'];

/** The accounts, and the providers there are. */
export function useAccounts() {
  const { path, keyOf } = useFrame();
  return useQuery({
    queryKey: keyOf('accounts'),
    queryFn: ({ signal }) =>
      read(api.GET('/dashboard/api/{merchant_id}/{mode}/accounts', { params: { path }, signal })),
  });
}

/** The name of a provider. */
export function nameOf(providers: readonly Provider[], connector: string): string {
  return providers.find((provider) => provider.connector === connector)?.name ?? connector;
}
