import { useState } from 'react';
import { useTexts } from '../../language/use-language.tsx';
import { Empty } from '../../parts/empty.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { payout_form_texts } from './form-texts.ts';
import type { PayoutOption } from './payout-draft.ts';
import { PayoutForm } from './payout-form.tsx';
import { usePayoutOptions } from './verbs.ts';
import './payouts.css';

/** Asks for everything that a payout needs. */
export function NewPayoutPage() {
  const texts = useTexts(payout_form_texts);
  const options = usePayoutOptions();
  return (
    <>
      <PageHead title={texts.title} about={texts.about} />
      <QueryView query={options}>{({ currencies }) => <FormOrNoMoney currencies={currencies} />}</QueryView>
    </>
  );
}

/** The form as soon as there is money. It stays when the balance is used up: it may have been filled in by then. */
function FormOrNoMoney({ currencies }: { readonly currencies: readonly PayoutOption[] }) {
  const texts = useTexts(payout_form_texts);
  const found = currencies.find(({ available }) => available > 0);
  const [first, setFirst] = useState(found);
  if (first === undefined && found !== undefined) setFirst(found);
  if (first === undefined) return <Empty title={texts.no_money} about={texts.no_money_about} />;
  return <PayoutForm options={currencies} first={first} />;
}
