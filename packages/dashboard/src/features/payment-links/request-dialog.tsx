import { Button, Group, Modal, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useFrame } from '../../app/use-frame.ts';
import { useLanguage, useTexts } from '../../language/use-language.tsx';
import { FocusBack } from '../../parts/focus-back.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { part_texts } from '../../parts/texts.ts';
import { useFieldWords } from '../../parts/use-problem-words.ts';
import { useMoneyText } from '../payouts/use-money-text.ts';
import { inputOf } from './link-body.ts';
import { emptyDraft } from './link-draft.ts';
import { request_texts } from './request-texts.ts';
import { ShareMessage } from './share-message.tsx';
import { type SharedLink, useLinkOptions, usePaymentLinkVerbs } from './verbs.ts';
import './payment-links.css';

/** Asks for an amount and a person, and then shows the text to send. */
export function RequestDialog({ onClose }: { readonly onClose: () => void }) {
  const texts = useTexts(request_texts);
  const { close } = useTexts(part_texts);
  const [made, setMade] = useState<SharedLink | null>(null);
  return (
    <Modal
      opened
      onClose={onClose}
      title={made === null ? texts.request : texts.ready}
      closeButtonProps={{ 'aria-label': close }}
    >
      <FocusBack />
      {made === null ? (
        <RequestForm onMade={setMade} onClose={onClose} />
      ) : (
        <Request made={made} onClose={onClose} />
      )}
    </Modal>
  );
}

interface RequestFormProps {
  readonly onMade: (made: SharedLink) => void;
  readonly onClose: () => void;
}

function RequestForm({ onMade, onClose }: RequestFormProps) {
  const texts = useTexts(request_texts);
  const { cancel } = useTexts(part_texts);
  const { create } = usePaymentLinkVerbs();
  const options = useLinkOptions();
  const [draft, setDraft] = useState({ amount: '', currency: '', title: '', phone: '' });
  const currency = draft.currency || (options.data?.currency ?? '');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => create(inputOf({ ...emptyDraft(currency), ...draft, currency, uses: 'one' })),
    onSuccess: onMade,
  });
  const wordsAt = useFieldWords(error);
  const field = (name: 'amount' | 'title' | 'phone', path: string = name) => ({
    label: texts[name],
    value: draft[name],
    error: wordsAt(path),
    onChange: (event: { readonly target: { readonly value: string } }) =>
      setDraft({ ...draft, [name]: event.target.value }),
    autoComplete: 'off',
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    mutate();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <div className="link-money">
          <TextInput {...field('amount')} inputMode="decimal" data-autofocus />
          <NativeSelect
            label={texts.currency}
            value={currency}
            onChange={(event) => setDraft({ ...draft, currency: event.target.value })}
            error={wordsAt('currency')}
            data={[...(options.data?.currencies ?? [])]}
          />
        </div>
        <TextInput {...field('title')} description={texts.title_about} maxLength={120} />
        <TextInput {...field('phone', 'customer.phone')} type="tel" description={texts.phone_about} />
        {(error ?? options.error) !== null && (
          <ProblemNote
            problem={error ?? options.error}
            fields={['title', 'amount', 'currency', 'customer']}
          />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {cancel}
          </Button>
          <Button type="submit" loading={isPending} disabled={currency === ''}>
            {texts.create}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface RequestProps {
  readonly made: SharedLink;
  readonly onClose: () => void;
}

function Request({ made: { payment_link, shares }, onClose }: RequestProps) {
  const texts = useTexts(request_texts);
  const { path } = useFrame();
  const moneyText = useMoneyText();
  const page = useLanguage();
  const [language, setLanguage] = useState<string>(page.language);
  const { id, amount, currency } = payment_link;
  return (
    <Stack>
      <p className="quiet request-lead" role="status">
        {texts.ready_about(moneyText({ amount: amount ?? 0, currency }))}
      </p>
      <ShareMessage shares={shares} language={language} onLanguage={setLanguage} />
      <Group justify="space-between" gap="xs">
        <Link
          to="/$merchant_id/$mode/payment-links/$payment_link_id"
          params={{ ...path, payment_link_id: id }}
          onClick={onClose}
        >
          {texts.open}
        </Link>
        <Button variant="default" onClick={onClose}>
          {texts.done}
        </Button>
      </Group>
    </Stack>
  );
}
