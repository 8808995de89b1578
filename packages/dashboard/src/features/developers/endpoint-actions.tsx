import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { Note } from '../../parts/note.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { EndpointDialog } from './endpoint-dialog.tsx';
import { RotateDialog } from './rotate-dialog.tsx';
import { type Endpoint, useWebhookVerbs } from './webhooks.ts';
import { webhooks_texts } from './webhooks-texts.ts';

type Open = 'edit' | 'rotate' | 'disable' | 'remove' | null;

/** The actions for an endpoint. */
export function EndpointActions({ endpoint }: { readonly endpoint: Endpoint }) {
  const texts = useTexts(webhooks_texts);
  const { path } = useFrame();
  const verbs = useWebhookVerbs();
  const [open, setOpen] = useState<Open>(null);
  const test = useMutation({ mutationFn: () => verbs.test(endpoint.id) });
  const enable = useMutation({ mutationFn: () => verbs.enable(endpoint.id) });
  return (
    <>
      <Group gap="xs">
        {endpoint.enabled ? (
          <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
            {texts.test}
          </Button>
        ) : (
          <Button loading={enable.isPending} onClick={() => enable.mutate()}>
            {texts.enable}
          </Button>
        )}
        <Button variant="default" onClick={() => setOpen('edit')}>
          {texts.edit}
        </Button>
        <Button variant="default" onClick={() => setOpen('rotate')}>
          {texts.rotate}
        </Button>
        {endpoint.enabled && (
          <Button variant="default" onClick={() => setOpen('disable')}>
            {texts.disable}
          </Button>
        )}
        <Button variant="default" onClick={() => setOpen('remove')}>
          {texts.remove}
        </Button>
      </Group>
      {test.error !== null && <ProblemNote problem={test.error} words={{ conflict: texts.is_off }} />}
      {enable.error !== null && <ProblemNote problem={enable.error} />}
      {test.data && (
        <Note tone="good" title={texts.tested}>
          <Link
            to="/$merchant_id/$mode/developers/deliveries/$delivery_id"
            params={{ ...path, delivery_id: test.data.delivery_id }}
          >
            {texts.the_delivery}
          </Link>
        </Note>
      )}
      {endpoint.enabled && enable.data?.was_off_since && <Note tone="warn" title={texts.was_off} />}
      <ActionDialogs endpoint={endpoint} open={open} onClose={() => setOpen(null)} />
    </>
  );
}

interface ActionDialogsProps {
  readonly endpoint: Endpoint;
  readonly open: Open;
  readonly onClose: () => void;
}

function ActionDialogs({ endpoint, open, onClose }: ActionDialogsProps) {
  const texts = useTexts(webhooks_texts);
  const { path } = useFrame();
  const verbs = useWebhookVerbs();
  const navigate = useNavigate();
  const remove = (): Promise<void> =>
    verbs.remove(endpoint.id, () =>
      navigate({ to: '/$merchant_id/$mode/developers/webhooks', params: path }),
    );
  return (
    <>
      {open === 'edit' && (
        <EndpointDialog
          title={texts.edit}
          action={texts.save}
          endpoint={endpoint}
          save={(fields) => verbs.change(endpoint.id, fields)}
          onClose={onClose}
        />
      )}
      <RotateDialog endpoint={endpoint} is_open={open === 'rotate'} onClose={onClose} />
      <ConfirmDialog
        is_open={open === 'disable'}
        title={texts.disable}
        action={texts.disable}
        onConfirm={() => verbs.disable(endpoint.id)}
        onClose={onClose}
      >
        <p>{texts.disable_about}</p>
      </ConfirmDialog>
      <ConfirmDialog
        is_open={open === 'remove'}
        title={texts.remove}
        action={texts.remove}
        is_dangerous
        onConfirm={remove}
        onClose={onClose}
      >
        <p className="mono">{endpoint.url}</p>
        <p>{texts.remove_about}</p>
      </ConfirmDialog>
    </>
  );
}
