import { useQueryClient } from '@tanstack/react-query';
import { api, read } from '../../api/client.ts';
import { useFrame } from '../../app/use-frame.ts';
import { readOptionalAmount } from '../../parts/read-amount.ts';
import type { OperatorRoute } from './operator-route.ts';

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

/** Sets the rule for an operator, and refreshes the rules. The function throws an ApiProblem for a wrong limit. */
export function useSaveRule(route: OperatorRoute) {
  const { path, keyOf } = useFrame();
  const query_client = useQueryClient();
  return async ({ enabled, fee_percent, accounts, ...limits }: TypedRule): Promise<void> => {
    const min_amount = readLimit('min_amount', limits.min_amount, route);
    const max_amount = readLimit('max_amount', limits.max_amount, route);
    const body = {
      enabled,
      // Converts a decimal comma, which people type in French.
      fee_percent: fee_percent.trim().replace(',', '.'),
      ...(min_amount !== null && { min_amount }),
      ...(max_amount !== null && { max_amount }),
      ...(accounts && { accounts: [...accounts] }),
    };
    const params = { path: { ...path, operator: route.operator } };
    await read(api.PUT('/dashboard/api/{merchant_id}/{mode}/routing/{operator}', { params, body }));
    await query_client.invalidateQueries({ queryKey: keyOf('routing') });
  };
}

/**
 * Reads a limit, which applies to all currencies of the operator, as people type amounts. An amount that is valid in
 * all of them is the same number in all of them.
 *
 * @throws ApiProblem naming the field
 */
function readLimit(
  field: 'min_amount' | 'max_amount',
  text: string,
  { rule, currencies }: OperatorRoute,
): string | null {
  const saved = rule?.[field] ?? null;
  // "1.250" dinars are ambiguous as typed, but not as saved.
  if (text === saved) return saved;
  const [amount = null] = currencies.map((currency) => readOptionalAmount(field, text, currency));
  return amount === null ? null : String(amount);
}
