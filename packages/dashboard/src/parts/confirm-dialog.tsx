import { Button, Group, Modal, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { useTexts } from '../language/use-language.tsx';
import { FocusBack } from './focus-back.tsx';
import { ProblemNote } from './problem-note.tsx';
import { part_texts } from './texts.ts';
import { type FieldWords, useFieldWords } from './use-problem-words.ts';

interface ConfirmDialogProps<Field extends string> {
  readonly is_open: boolean;
  readonly title: string;
  /** The description of the effect, and any fields, which show their own errors. */
  readonly children: ReactNode | ((wordsAt: FieldWords<Field>) => ReactNode);
  /** The server's names of these fields. */
  readonly fields?: readonly Field[];
  /** The verb itself: "Remove", not "OK". */
  readonly action: string;
  readonly is_dangerous?: boolean;
  /** Texts that replace the default ones for some of the server's codes. */
  readonly words?: Readonly<Record<string, string>>;
  /** Performs the action; if it fails, the dialog stays open with the reason. */
  readonly onConfirm: () => Promise<unknown>;
  /** `is_done` is false if the dialog was cancelled. */
  readonly onClose: (is_done: boolean) => void;
}

/** Asks for confirmation of a sensitive action, and reports when it fails. */
export function ConfirmDialog<const Field extends string = never>(props: ConfirmDialogProps<Field>) {
  const texts = useTexts(part_texts);
  const { children, fields } = props;
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: props.onConfirm,
    onSuccess: () => props.onClose(true),
  });
  const wordsAt = useFieldWords(error);
  const close = (): void => {
    if (isPending) return;
    reset();
    props.onClose(false);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    mutate();
  };
  return (
    <Modal
      opened={props.is_open}
      onClose={close}
      title={props.title}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <FocusBack />
      <form onSubmit={submit} noValidate>
        <Stack>
          {typeof children === 'function' ? children(wordsAt) : children}
          {error !== null && <ProblemNote problem={error} words={props.words} fields={fields} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              {texts.cancel}
            </Button>
            <Button type="submit" color={props.is_dangerous ? 'red.9' : undefined} loading={isPending}>
              {props.action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
