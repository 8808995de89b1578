import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { link_page_texts } from './page-texts.ts';
import { type PaymentLink, usePaymentLinkVerbs } from './verbs.ts';

const status_after = { pause: 'paused', resume: 'active', end: 'ended' } as const;
type Action = keyof typeof status_after;

/** The buttons that edit, pause, resume and end a link, for people who may. */
export function LinkActions({ link }: { readonly link: PaymentLink }) {
  const texts = useTexts(link_page_texts);
  const { path, may } = useFrame();
  const { update } = usePaymentLinkVerbs();
  const [action, setAction] = useState<Action | null>(null);
  if (!may('payment_links:write') || link.status === 'ended') return null;
  const toggle = link.status === 'active' ? 'pause' : 'resume';
  return (
    <>
      <Button variant="default" onClick={() => setAction('end')}>
        {texts.end}
      </Button>
      <Button variant="default" onClick={() => setAction(toggle)}>
        {texts[toggle]}
      </Button>
      <Button
        variant="default"
        renderRoot={(props) => (
          <Link
            {...props}
            to="/$merchant_id/$mode/payment-links/$payment_link_id/edit"
            params={{ ...path, payment_link_id: link.id }}
          />
        )}
      >
        {texts.edit}
      </Button>
      {action !== null && (
        <ConfirmDialog
          is_open
          title={texts[`${action}_title`]}
          action={texts[action]}
          is_dangerous={action === 'end'}
          onConfirm={() => update(link.id, { status: status_after[action] })}
          onClose={() => setAction(null)}
        >
          <p>{texts[`${action}_about`]}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
