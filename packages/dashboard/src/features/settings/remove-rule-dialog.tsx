import { useQueryClient } from '@tanstack/react-query';
import { api, read } from '../../api/client.ts';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import type { OperatorRoute } from './operator-route.ts';
import { routing_texts } from './routing-texts.ts';

interface RemoveRuleDialogProps {
  readonly route: OperatorRoute;
  /** All rules, to show which remain without this one. */
  readonly routes: readonly OperatorRoute[];
  readonly onClose: () => void;
}

/** Removes a rule, after explaining the effect. */
export function RemoveRuleDialog({ route, routes, onClose }: RemoveRuleDialogProps) {
  const texts = useTexts(routing_texts);
  const { path, keyOf } = useFrame();
  const query_client = useQueryClient();
  const { operator, name, currencies } = route;
  const last_of = currencies.filter(
    (currency) =>
      !routes.some(
        (one) =>
          one.operator !== operator &&
          one.country === route.country &&
          one.rule !== null &&
          one.currencies.includes(currency),
      ),
  );
  const remove = async (): Promise<void> => {
    await read(
      api.DELETE('/dashboard/api/{merchant_id}/{mode}/routing/{operator}', {
        params: { path: { ...path, operator } },
      }),
    );
    await query_client.invalidateQueries({ queryKey: keyOf('routing') });
  };
  return (
    <ConfirmDialog
      is_open
      title={texts.remove_rule_of(`${name} (${operator})`)}
      action={texts.remove}
      is_dangerous
      onConfirm={remove}
      onClose={onClose}
    >
      <p>
        {last_of.length > 0 ? texts.remove_last(last_of.join(', ')) : texts.remove_one(currencies.join(', '))}
      </p>
    </ConfirmDialog>
  );
}
