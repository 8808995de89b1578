import { Button, Modal, Stack } from '@mantine/core';
import { useTexts } from '../../language/use-language.tsx';
import { CopyText } from '../../parts/copy-text.tsx';
import { FocusBack } from '../../parts/focus-back.tsx';
import { team_page_texts } from './page-texts.ts';

interface LinkDialogProps {
  readonly title: string;
  readonly link: string;
  readonly onClose: () => void;
}

/** A link that is shown once; only the button closes it. */
export function LinkDialog({ title, link, onClose }: LinkDialogProps) {
  const texts = useTexts(team_page_texts);
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <FocusBack />
      <Stack>
        <p>{texts.link_ready}</p>
        <CopyText text={link} label={title} />
        <Button onClick={onClose}>{texts.done}</Button>
      </Stack>
    </Modal>
  );
}
