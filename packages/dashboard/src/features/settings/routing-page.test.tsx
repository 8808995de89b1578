// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Language } from '../../language/define-texts.ts';
import { placeOf, signedIn } from '../../testing/answers.ts';
import { openScreen } from '../../testing/open-screen.tsx';
import { answer, done } from '../../testing/recorded.ts';
import type { OperatorRoute } from './operator-route.ts';

const routing = '/dashboard/api/{merchant_id}/{mode}/routing';
const rule: NonNullable<OperatorRoute['rule']> = {
  ...{ enabled: true, fee_percent: '1', accounts: null, min_amount: null, max_amount: null },
};
const route: OperatorRoute = {
  ...{ operator: 'mtn_ci', name: 'MTN MoMo', country: 'CI', currencies: ['XOF'], is_offered: true },
  ...{ min_amount: null, max_amount: null, accounts: [], rule },
};

/** Opens the rule of an operator, types a maximum amount, and saves. */
async function saveMaximum(typed: string, changes: Partial<OperatorRoute> = {}, language: Language = 'en') {
  const { sent } = await openScreen(
    placeOf('settings/routing?country=CI'),
    [
      signedIn(['settings:read', 'settings:write']),
      answer(routing, { items: [{ ...route, ...changes }] }),
      done(`${routing}/{operator}`, rule, 'put'),
    ],
    { language },
  );
  fireEvent.click(await screen.findByRole('button', { name: /^(Change|Modifier)\s?: MTN MoMo/ }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText(/^(Maximum amount|Montant maximal)/), { target: { value: typed } });
  fireEvent.click(dialog.getByRole('button', { name: /^(Save|Enregistrer)/ }));
  return { dialog, sent };
}

test.each([
  ['500.000', 'fr', '500000'],
  ['500 000', 'fr', '500000'],
  ['25,000', 'en', '25000'],
  ['25000', 'en', '25000'],
] as const)('a limit of %s francs (%s) is saved as %s', async (typed, language, saved) => {
  const { sent } = await saveMaximum(typed, {}, language);
  await waitFor(() => expect(sent).toMatchObject([{ max_amount: saved }]));
});

test('a limit that is ambiguous in one of the operator’s currencies is refused at its field', async () => {
  const { dialog, sent } = await saveMaximum('1.250', { currencies: ['TND', 'XOF'] });
  await dialog.findByText('Enter an amount, for example 500.');
  expect(sent).toEqual([]);
});

test('a saved limit with three decimals stays as it is', async () => {
  const saved = { currencies: ['TND'], rule: { ...rule, min_amount: '1.250' } };
  const { sent } = await saveMaximum('9', saved);
  await waitFor(() => expect(sent).toMatchObject([{ min_amount: '1.250', max_amount: '9' }]));
});
