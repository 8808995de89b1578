import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { link_form_texts } from './form-texts.ts';
import { changesOf } from './link-body.ts';
import { draftOf } from './link-draft.ts';
import { LinkForm } from './link-form.tsx';
import { type PaymentLink, usePaymentLink, usePaymentLinkVerbs } from './verbs.ts';
import './payment-links.css';

/** Changes the terms of a payment link. */
export function EditLinkPage() {
  const texts = useTexts(link_form_texts);
  const { path } = useFrame();
  const { payment_link_id = '' } = useParams({ strict: false });
  const shared = usePaymentLink(payment_link_id);
  return (
    <>
      <p>
        <Link to="/$merchant_id/$mode/payment-links/$payment_link_id" params={{ ...path, payment_link_id }}>
          {shared.data?.payment_link.title ?? payment_link_id}
        </Link>
      </p>
      <PageHead title={texts.edit_title} about={texts.edit_about} />
      <QueryView query={shared}>{({ payment_link }) => <EditForm link={payment_link} />}</QueryView>
    </>
  );
}

function EditForm({ link }: { readonly link: PaymentLink }) {
  const texts = useTexts(link_form_texts);
  const { path } = useFrame();
  const navigate = useNavigate();
  const { update } = usePaymentLinkVerbs();
  // What the person has typed stays when somebody pays in the meantime.
  const [first] = useState(() => draftOf(link));
  return (
    <LinkForm
      first={first}
      currencies={null}
      action={texts.save}
      onSend={async (draft) => {
        await update(link.id, changesOf(draft, link));
        await navigate({
          to: '/$merchant_id/$mode/payment-links/$payment_link_id',
          params: { ...path, payment_link_id: link.id },
        });
      }}
    />
  );
}
