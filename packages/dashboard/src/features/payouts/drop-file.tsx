import { Loader } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ChangeEvent, type DragEvent, useState } from 'react';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import { Note } from '../../parts/note.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { bulk_page_texts } from './bulk-page-texts.ts';
import { file_bytes_max, useBatchVerbs } from './bulk-verbs.ts';

/** Accepts a file by mouse or keyboard, uploads it for checking, and opens the result. */
export function DropFile() {
  const texts = useTexts(bulk_page_texts);
  const { path } = useFrame();
  const navigate = useNavigate();
  const { upload } = useBatchVerbs();
  const [is_over, setOver] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { mutate, isPending, error, variables } = useMutation({
    mutationFn: upload,
    onSuccess: ({ batch }) =>
      navigate({ to: '/$merchant_id/$mode/payouts/bulk/$batch_id', params: { ...path, batch_id: batch.id } }),
  });
  const take = (file: File | undefined): void => {
    if (!file || isPending) return;
    const refused = file.size > file_bytes_max ? texts.too_large : file.size === 0 ? texts.is_empty : null;
    setRefusal(refused);
    if (refused === null) mutate(file);
  };
  const choose = (event: ChangeEvent<HTMLInputElement>): void => {
    take(event.target.files?.[0]);
    // Lets the person choose the same file again after correcting it.
    event.target.value = '';
  };
  const over = (event: DragEvent, is_now: boolean): void => {
    event.preventDefault();
    setOver(is_now);
  };
  return (
    <>
      <label
        className="drop-file card"
        data-over={is_over || undefined}
        onDragOver={(event) => over(event, true)}
        onDragLeave={(event) => over(event, false)}
        onDrop={(event) => {
          over(event, false);
          take(event.dataTransfer.files[0]);
        }}
      >
        <input
          type="file"
          className="hidden"
          accept=".csv,.txt,text/csv,text/plain"
          disabled={isPending}
          onChange={choose}
        />
        {isPending ? <Loader size={28} aria-hidden /> : <IconUpload size={28} aria-hidden />}
        <strong>{isPending ? texts.checking(variables.name) : texts.drop}</strong>
        <small>{texts.drop_about}</small>
      </label>
      {refusal !== null && <Note tone="bad" title={refusal} />}
      {refusal === null && error !== null && (
        <ProblemNote problem={error} words={{ body_too_large: texts.too_large }} />
      )}
    </>
  );
}
