import { useNavigate } from '@tanstack/react-router';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { link_form_texts } from './form-texts.ts';
import { inputOf } from './link-body.ts';
import { emptyDraft } from './link-draft.ts';
import { LinkForm } from './link-form.tsx';
import { useLinkOptions, usePaymentLinkVerbs } from './verbs.ts';
import './payment-links.css';

/** Makes a payment link, and then shows it, ready to share. */
export function NewLinkPage() {
  const texts = useTexts(link_form_texts);
  const { path } = useFrame();
  const navigate = useNavigate();
  const options = useLinkOptions();
  const { create } = usePaymentLinkVerbs();
  return (
    <>
      <PageHead title={texts.new_title} about={texts.new_about} />
      <QueryView query={options}>
        {({ currency, currencies }) => (
          <LinkForm
            first={emptyDraft(currency)}
            currencies={currencies}
            action={texts.create}
            onSend={async (draft) => {
              const { payment_link } = await create(inputOf(draft));
              await navigate({
                to: '/$merchant_id/$mode/payment-links/$payment_link_id',
                params: { ...path, payment_link_id: payment_link.id },
              });
            }}
          />
        )}
      </QueryView>
    </>
  );
}
