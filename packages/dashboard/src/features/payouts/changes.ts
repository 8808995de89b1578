import { useQueryClient } from '@tanstack/react-query';
import { api, read } from '../../api/client.ts';
import { useFrame } from '../../app/use-frame.ts';
import { useRead } from '../../app/use-read.ts';
import type { Answers } from './verbs.ts';

const list = '/dashboard/api/{merchant_id}/{mode}/approval-changes' as const;

export type ApprovalChange = Answers<typeof list>['items'][number];

/** The changes that weaken the payout rule and await approval; read only if the person may approve payouts. */
export function useApprovalChanges() {
  const { may } = useFrame();
  return useRead(['approval_changes'], '/approval-changes', { enabled: may('payouts:approve') });
}

/** Approves or refuses a change, and refreshes the data that depends on it. */
export function useDecideChange() {
  const { path, keyOf } = useFrame();
  const query_client = useQueryClient();
  return async (id: string, decision: 'approve' | 'refuse') => {
    await read(api.POST(`${list}/{id}/decision`, { params: { path: { ...path, id } }, body: { decision } }));
    await Promise.all(
      ['approval_changes', 'payouts', 'balances', 'overview'].map((noun) =>
        query_client.invalidateQueries({ queryKey: keyOf(noun) }),
      ),
    );
  };
}
