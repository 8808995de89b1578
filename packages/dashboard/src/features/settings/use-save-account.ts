import { useQueryClient } from '@tanstack/react-query';
import { api, read } from '../../api/client.ts';
import { useFrame } from '../../app/use-frame.ts';
import type { SettingChanges } from './account-settings.ts';
import type { Account } from './accounts.ts';

const list = '/dashboard/api/{merchant_id}/{mode}/accounts' as const;

interface AccountFields extends SettingChanges {
  readonly connector: string;
  readonly name: string;
  /** Whether to save the account even if the provider cannot verify it. */
  readonly unchecked: boolean;
}

/** Changes or creates an account, and refreshes the accounts. */
export function useSaveAccount(account: Account | undefined) {
  const { path, keyOf } = useFrame();
  const query_client = useQueryClient();
  return async ({ connector, name, settings, unset, unchecked }: AccountFields): Promise<void> => {
    if (account) {
      const params = { path: { ...path, id: account.id } };
      const body = { name, settings, unset: [...unset], unchecked };
      await read(api.PATCH(`${list}/{id}`, { params, body }));
    } else {
      await read(api.POST(list, { params: { path }, body: { connector, name, settings, unchecked } }));
    }
    await query_client.invalidateQueries({ queryKey: keyOf('accounts') });
  };
}
