import { Button } from '@mantine/core';
import { IconCash } from '@tabler/icons-react';
import { useState } from 'react';
import { makeLate } from '../../app/make-late.tsx';
import { useTexts } from '../../language/use-language.tsx';
import { request_texts } from './request-texts.ts';

/** Most visits to the overview ask for no payment: the dialog loads when it is opened. */
const RequestDialog = makeLate(() => import('./request-dialog.tsx').then((module) => module.RequestDialog));

/** Opens the dialog that asks one person for a payment. */
export function RequestButton({ variant = 'filled' }: { readonly variant?: 'filled' | 'default' }) {
  const texts = useTexts(request_texts);
  const [is_open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant={variant}
        leftSection={<IconCash size={18} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {texts.request}
      </Button>
      {is_open && <RequestDialog onClose={() => setOpen(false)} />}
    </>
  );
}
