import { useQueryClient } from '@tanstack/react-query';
import { api, read } from '../../api/client.ts';
import { useFrame } from '../../app/use-frame.ts';

/** A rule as it was typed. */
interface TypedRule {
  readonly enabled: boolean;
  readonly fee_percent: string;
  /** Empty for no limit other than the operator's own. */
  readonly min_amount: string;
  readonly max_amount: string;
  /** Account ids in their order; null for all accounts, oldest first. */
  readonly accounts: readonly string[] | null;
}

/** Sets the rule for an operator, and refreshes the rules. */
export function useSaveRule(operator: string) {
  const { path, keyOf } = useFrame();
  const query_client = useQueryClient();
  return async ({ enabled, fee_percent, min_amount, max_amount, accounts }: TypedRule): Promise<void> => {
    const body = {
      enabled,
      fee_percent: decimal(fee_percent),
      ...(min_amount.trim() !== '' && { min_amount: decimal(min_amount) }),
      ...(max_amount.trim() !== '' && { max_amount: decimal(max_amount) }),
      ...(accounts && { accounts: [...accounts] }),
    };
    const params = { path: { ...path, operator } };
    await read(api.PUT('/dashboard/api/{merchant_id}/{mode}/routing/{operator}', { params, body }));
    await query_client.invalidateQueries({ queryKey: keyOf('routing') });
  };
}

/** Converts a decimal comma, which people type in French. */
function decimal(text: string): string {
  return text.trim().replace(',', '.');
}
