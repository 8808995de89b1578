import { Button, Modal, Stack } from '@mantine/core';
import { CopyText } from '../../parts/copy-text.tsx';
import { FocusBack } from '../../parts/focus-back.tsx';

interface ShownOnceProps {
  readonly title: string;
  readonly about: string;
  readonly secret: string;
  readonly done: string;
  readonly onClose: () => void;
}

/** A secret that is shown only once, until it is dismissed. */
export function ShownOnce({ title, about, secret, done, onClose }: ShownOnceProps) {
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
        <p className="quiet">{about}</p>
        <div className="secret-box">
          <CopyText text={secret} label={title} />
        </div>
        <Button onClick={onClose}>{done}</Button>
      </Stack>
    </Modal>
  );
}
