import { useFiltering } from '../../app/search.ts';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { NumberList } from './number-list.tsx';
import { trial_page_texts } from './page-texts.ts';
import { NoPhone, PhoneFrame } from './phone-frame.tsx';
import { useTrialOptions, useTrialPayment } from './read.ts';
import { SoFar } from './so-far.tsx';
import { trial_texts } from './texts.ts';
import { TrialForm } from './trial-form.tsx';
import './trial.css';

/** The payment page on a phone, beside what to type and what has happened. The payment is in the page's address. */
export function TrialPage() {
  const { title } = useTexts(trial_texts);
  const texts = useTexts(trial_page_texts);
  const { may } = useFrame();
  const { search, set } = useFiltering<'payment' | 'language'>();
  const options = useTrialOptions();
  const payment_id = search.payment ?? null;
  const detail = useTrialPayment(payment_id);
  const may_start = may('payment_links:write');
  const form = may_start && (
    <QueryView query={options} lines={2}>
      {(all) => (
        <TrialForm
          options={all}
          is_first={payment_id === null}
          language={search.language}
          onStarted={(payment, language) => set({ payment, language })}
        />
      )}
    </QueryView>
  );
  return (
    <>
      <PageHead title={title} about={may_start ? texts.about : texts.read_only} />
      <div className="trial">
        <div className="trial-side">
          {payment_id === null && form}
          {payment_id !== null && (
            <QueryView query={detail}>
              {(all) => (
                <>
                  <NumberList
                    numbers={
                      options.data?.currencies.find(({ currency }) => currency === all.payment.currency)
                        ?.numbers ?? []
                    }
                  />
                  <SoFar detail={all} />
                </>
              )}
            </QueryView>
          )}
          {payment_id !== null && form}
        </div>
        {detail.data ? (
          <PhoneFrame token={detail.data.payment.checkout.session_token} language={search.language} />
        ) : (
          <NoPhone />
        )}
      </div>
    </>
  );
}
