import { Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { Note } from '../../parts/note.tsx';
import { AccountOrder } from './account-order.tsx';
import type { OperatorRoute } from './operator-route.ts';
import { routing_texts } from './routing-texts.ts';
import { useSaveRule } from './use-save-rule.ts';

interface RuleDialogProps {
  readonly route: OperatorRoute;
  /** All rules, to determine whether this is the first one of its country for its currencies. */
  readonly routes: readonly OperatorRoute[];
  readonly onClose: () => void;
}

/** Sets the rule for one operator. */
export function RuleDialog({ route, routes, onClose }: RuleDialogProps) {
  const texts = useTexts(routing_texts);
  const { mode } = useFrame();
  const { rule, currencies } = route;
  const [enabled, setEnabled] = useState(rule?.enabled ?? true);
  const [fee_percent, setFee] = useState(rule?.fee_percent ?? '0');
  const [limits, setLimits] = useState({
    min_amount: rule?.min_amount ?? '',
    max_amount: rule?.max_amount ?? '',
  });
  const [accounts, setAccounts] = useState<readonly string[] | null>(rule?.accounts ?? null);
  const save = useSaveRule(route);
  const first_of = currencies.filter(
    (currency) =>
      !routes.some(
        (one) => one.country === route.country && one.rule !== null && one.currencies.includes(currency),
      ),
  );
  return (
    <ConfirmDialog
      is_open
      title={texts.rule_of(`${route.name} (${route.operator})`)}
      action={texts.save}
      onConfirm={() => save({ enabled, fee_percent, ...limits, accounts })}
      onClose={onClose}
      fields={['fee_percent', 'min_amount', 'max_amount']}
    >
      {(wordsAt) => (
        <Stack>
          {first_of.length > 0 && <Note tone="warn" title={texts.first_rule(first_of.join(', '))} />}
          <label className="check">
            <input type="checkbox" checked={enabled} onChange={(event) => setEnabled(event.target.checked)} />
            {texts.enabled}
          </label>
          <TextInput
            label={texts.fee_percent}
            description={texts.fee_hint}
            inputMode="decimal"
            value={fee_percent}
            onChange={(event) => setFee(event.target.value)}
            required
            withAsterisk={false}
            error={wordsAt('fee_percent')}
          />
          <div className="rule-grid">
            {(['min_amount', 'max_amount'] as const).map((name) => (
              <TextInput
                key={name}
                label={texts[name]}
                inputMode="decimal"
                placeholder={route[name] === null ? undefined : String(route[name])}
                value={limits[name]}
                onChange={(event) => setLimits({ ...limits, [name]: event.target.value })}
                error={wordsAt(name)}
              />
            ))}
          </div>
          <p className="quiet">{texts.limit_hint(currencies.join(', '))}</p>
          {mode === 'live' ? (
            <AccountOrder all={route.accounts} chosen={accounts} onChange={setAccounts} />
          ) : (
            <p className="quiet">{texts.accounts_test}</p>
          )}
        </Stack>
      )}
    </ConfirmDialog>
  );
}
