import { Button, Modal, Stack } from '@mantine/core';
import { useTexts } from '../../language/use-language.tsx';
import { FocusBack } from '../../parts/focus-back.tsx';
import { CodeList } from './code-list.tsx';
import { security_page_texts } from './page-texts.ts';

/** Shows fresh recovery codes, once. */
export function RecoveryCodes({
  codes,
  onClose,
}: {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}) {
  const { second: texts } = useTexts(security_page_texts);
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.codes_title}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <FocusBack />
      <Stack>
        <CodeList codes={codes} />
        <Button onClick={onClose}>{texts.codes_kept}</Button>
      </Stack>
    </Modal>
  );
}
