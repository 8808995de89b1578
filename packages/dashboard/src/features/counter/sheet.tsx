import { useFrame } from '../../app/use-frame.ts';
import { useLanguage, useTexts } from '../../language/use-language.tsx';
import { Amount } from '../../parts/amount.tsx';
import { CopyText } from '../../parts/copy-text.tsx';
import { Facts } from '../../parts/facts.tsx';
import { formatTime } from '../../parts/format-time.ts';
import { Note } from '../../parts/note.tsx';
import { When } from '../../parts/when.tsx';
import { OperatorTotals } from './operator-totals.tsx';
import { sheet_texts } from './sheet-texts.ts';
import type { ShiftSheet } from './verbs.ts';

/** The sheet of a shift, which is also what is printed. */
export function Sheet({ shift }: { readonly shift: ShiftSheet }) {
  const texts = useTexts(sheet_texts);
  const { language } = useLanguage();
  const { merchant, mode } = useFrame();
  const { till, cashier, opened_at, closed_at, amount, currency, payments } = shift;
  return (
    <section className="card sheet">
      <h2>{closed_at === null ? texts.so_far : texts.sheet}</h2>
      {mode === 'test' && <p className="on-paper">{texts.test_mode}</p>}
      <div className="sheet-total">
        <strong>
          <Amount amount={amount} currency={currency} />
        </strong>
        <span className="quiet">{texts.payment_count(payments)}</span>
      </div>
      <Facts
        facts={[
          [texts.merchant, merchant.name],
          [texts.till, <bdi key="till">{till.name}</bdi>],
          [texts.cashier, <bdi key="cashier">{cashier.name}</bdi>],
          [texts.opened_at, <When key="opened" at={opened_at} />],
          [texts.closed_at, closed_at === null ? texts.still_open : <When key="closed" at={closed_at} />],
          [texts.id, <CopyText key="id" text={shift.id} label={texts.id} />],
        ]}
      />
      <Notes shift={shift} />
      {shift.operators.length === 0 ? (
        <p className="quiet">{texts.nothing}</p>
      ) : (
        <OperatorTotals shift={shift} />
      )}
      <p className="quiet sheet-small">{texts.fees}</p>
      <p className="on-paper sheet-small">
        {texts.printed(formatTime(new Date().toISOString(), language, 'short'))}
      </p>
      <p className="on-paper sheet-signature">{texts.signature}</p>
    </section>
  );
}

function Notes({ shift: { open_payments, different_payments } }: { readonly shift: ShiftSheet }) {
  const texts = useTexts(sheet_texts);
  return (
    <>
      {open_payments > 0 && <Note tone="warn" title={texts.open_note(open_payments)} />}
      {different_payments > 0 && <Note tone="warn" title={texts.different_note(different_payments)} />}
    </>
  );
}
