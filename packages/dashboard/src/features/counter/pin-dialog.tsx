import { Button, Modal, Stack } from '@mantine/core';
import { useTexts } from '../../language/use-language.tsx';
import { FocusBack } from '../../parts/focus-back.tsx';
import { counter_page_texts } from './page-texts.ts';

/** A PIN, and the cashier whose it is. */
export interface ShownPin {
  readonly name: string;
  readonly pin: string;
}

interface PinDialogProps {
  readonly shown: ShownPin;
  readonly onClose: () => void;
}

/** A PIN that is shown once; only the button closes it. */
export function PinDialog({ shown: { name, pin }, onClose }: PinDialogProps) {
  const texts = useTexts(counter_page_texts);
  const title = texts.pin_title(name);
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
        <output className="big-code" aria-label={`${title}: ${[...pin].join(' ')}`}>
          {/* Two groups are easier to copy by hand; the gap is not part of the PIN. */}
          <span>{pin.slice(0, 3)}</span>
          <span>{pin.slice(3)}</span>
        </output>
        <p className="pairing-lead">
          {texts.pin_about(name)} {texts.pin_lost}
        </p>
        <Button onClick={onClose}>{texts.done}</Button>
      </Stack>
    </Modal>
  );
}
