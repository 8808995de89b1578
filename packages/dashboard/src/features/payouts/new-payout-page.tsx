import { useTexts } from '../../language/use-language.tsx';
import { Empty } from '../../parts/empty.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { payout_form_texts } from './form-texts.ts';
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
      <QueryView query={options}>
        {({ currencies }) => {
          const [first] = currencies.filter(({ available }) => available > 0);
          if (!first) return <Empty title={texts.no_money} about={texts.no_money_about} />;
          return <PayoutForm options={currencies} first={first} />;
        }}
      </QueryView>
    </>
  );
}
