import { Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, read } from '../../api/client.ts';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { customer_texts } from './page-texts.ts';

const address = '/dashboard/api/{merchant_id}/{mode}/customers/{id}/personal-data' as const;

/** Actions for the requests that a customer may make: a copy of their data, or its erasure. */
export function CustomerActions({ id, name }: { readonly id: string; readonly name: string }) {
  const texts = useTexts(customer_texts);
  const { path, may } = useFrame();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [is_open, setOpen] = useState(false);
  const params = { path: { ...path, id } };
  const save = useMutation({
    mutationFn: async () => saveJson(`${id}.json`, await read(api.GET(address, { params }))),
  });
  const close = (is_done: boolean): void => {
    setOpen(false);
    if (!is_done) return;
    void navigate({ to: '/$merchant_id/$mode/customers', params: path });
    // Any list may contain the customer's data.
    void queries.invalidateQueries();
  };
  return (
    <>
      <Group gap="xs">
        {may('customers:export') && (
          <Button variant="default" loading={save.isPending} onClick={() => save.mutate()}>
            {texts.export}
          </Button>
        )}
        {may('customers:erase') && (
          <Button variant="default" onClick={() => setOpen(true)}>
            {texts.erase}
          </Button>
        )}
      </Group>
      {save.error !== null && <ProblemNote problem={save.error} />}
      <ConfirmDialog
        is_open={is_open}
        title={texts.erase_title}
        action={texts.erase}
        is_dangerous
        words={{ conflict: texts.still_open }}
        onConfirm={() => read(api.DELETE(address, { params }))}
        onClose={close}
      >
        <p>
          <strong>{name}</strong>
        </p>
        <p>{texts.erase_about}</p>
        <p>{texts.erase_refunds}</p>
      </ConfirmDialog>
    </>
  );
}

/**
 * Saves a file created in the browser. Its data comes from an ordinary API request, so that the server can require
 * step-up authentication first.
 */
function saveJson(file_name: string, value: unknown): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(value, null, 2)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = file_name;
  link.click();
  URL.revokeObjectURL(url);
}
