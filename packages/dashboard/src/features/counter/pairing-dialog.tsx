import { Button, Group, Modal, Stack } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { renderSVG } from 'uqr';
import { useTexts } from '../../language/use-language.tsx';
import { FocusBack } from '../../parts/focus-back.tsx';
import { Note } from '../../parts/note.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { AddCashierDialog } from './add-cashier-dialog.tsx';
import { counter_page_texts } from './page-texts.ts';
import { pairing_texts } from './pairing-texts.ts';
import { type Pairing, useCounterVerbs, useTills } from './verbs.ts';

/** The lifetime of a code, measured here: the clock of this device may be wrong. */
const valid_ms = 15 * 60_000;
/** The page's live updates report a paired phone as well; this finds it without them. */
const look_again_ms = 4_000;

interface PairingDialogProps {
  readonly first: Pairing;
  readonly has_cashiers: boolean;
  readonly onClose: () => void;
}

/** Shows the code of a till until a phone is paired with it; only the buttons close the dialog. */
export function PairingDialog({ first, has_cashiers, onClose }: PairingDialogProps) {
  const texts = useTexts(counter_page_texts);
  const [pairing, setPairing] = useState(first);
  const [adds_cashier, setAddsCashier] = useState(false);
  const { id, name, paired_at } = pairing.till;
  const tills = useTills({ refetchInterval: look_again_ms });
  const till = tills.data?.items.find((one) => one.id === id);
  // A till that had a phone before is paired again once the time of pairing is another one.
  const is_paired = till !== undefined && till.status === 'paired' && till.paired_at !== paired_at;
  if (adds_cashier) return <AddCashierDialog onClose={onClose} />;
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.new_code_title(name)}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <FocusBack />
      {is_paired ? (
        <Paired
          name={name}
          has_cashiers={has_cashiers}
          onAddCashier={() => setAddsCashier(true)}
          onClose={onClose}
        />
      ) : (
        <Code key={pairing.code} pairing={pairing} onRenewed={setPairing} onClose={onClose} />
      )}
    </Modal>
  );
}

interface CodeProps {
  readonly pairing: Pairing;
  readonly onRenewed: (pairing: Pairing) => void;
  readonly onClose: () => void;
}

function Code({ pairing: { till, code, url }, onRenewed, onClose }: CodeProps) {
  const texts = useTexts(pairing_texts);
  const { renewCode } = useCounterVerbs();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => renewCode(till.id),
    onSuccess: onRenewed,
  });
  const is_expired = useExpiry();
  const { host, pathname } = new URL(url);
  if (is_expired) {
    return (
      <Stack>
        <Note tone="warn" title={texts.expired}>
          <p>{texts.expired_about}</p>
        </Note>
        {error !== null && <ProblemNote problem={error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {texts.later}
          </Button>
          <Button onClick={() => mutate()} loading={isPending}>
            {texts.again}
          </Button>
        </Group>
      </Stack>
    );
  }
  return (
    <Stack>
      <p className="pairing-lead">{texts.scan}</p>
      <img
        className="pairing-qr"
        alt={texts.qr_alt}
        src={`data:image/svg+xml,${encodeURIComponent(renderSVG(url))}`}
      />
      <p className="pairing-lead">{texts.by_hand(`${host}${pathname}`)}</p>
      <output className="big-code" aria-label={`${texts.code}: ${spelled(code)}`}>
        {code}
      </output>
      <p className="quiet pairing-lead">{texts.valid}</p>
      <p className="pairing-wait" role="status">
        {texts.waiting}
      </p>
      <Group justify="space-between" gap="xs">
        <a href={url} target="_blank" rel="noreferrer">
          {texts.here}
        </a>
        <Button variant="default" onClick={onClose}>
          {texts.later}
        </Button>
      </Group>
    </Stack>
  );
}

interface PairedProps {
  readonly name: string;
  readonly has_cashiers: boolean;
  readonly onAddCashier: () => void;
  readonly onClose: () => void;
}

function Paired({ name, has_cashiers, onAddCashier, onClose }: PairedProps) {
  const texts = useTexts(pairing_texts);
  const { add_cashier } = useTexts(counter_page_texts);
  return (
    <Stack>
      <div className="pairing-done" role="status">
        <IconCircleCheck size={64} stroke={1.5} aria-hidden />
        <strong>{texts.paired}</strong>
        <p>{texts.paired_about(name)}</p>
        {!has_cashiers && <p>{texts.no_cashier}</p>}
      </div>
      <Group justify="flex-end" gap="xs">
        <Button variant={has_cashiers ? 'filled' : 'default'} onClick={onClose}>
          {texts.done}
        </Button>
        {!has_cashiers && <Button onClick={onAddCashier}>{add_cashier}</Button>}
      </Group>
    </Stack>
  );
}

/** Whether the lifetime of a code that was just received is over. */
function useExpiry(): boolean {
  const [is_expired, setExpired] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setExpired(true), valid_ms);
    return () => clearTimeout(timer);
  }, []);
  return is_expired;
}

/** Returns a code as screen readers should read it: character by character. */
function spelled(code: string): string {
  return [...code.replace('-', '')].join(' ');
}
