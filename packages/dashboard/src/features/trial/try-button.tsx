import { Button } from '@mantine/core';
import { IconDeviceMobile } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { useReadUsual, useStartTrial } from './read.ts';
import { trial_texts } from './texts.ts';

/** Starts a trial of a usual amount at once, and opens it. Only in test mode, for those who may ask for payments. */
export function TryButton() {
  const { mode, may } = useFrame();
  return mode === 'test' && may('payment_links:write') ? <Start /> : null;
}

function Start() {
  const texts = useTexts(trial_texts);
  const { path } = useFrame();
  const navigate = useNavigate();
  const readUsual = useReadUsual();
  const { start, isPending, error } = useStartTrial(
    (payment) => void navigate({ to: '/$merchant_id/$mode/trial', params: path, search: { payment } }),
  );
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDeviceMobile size={18} aria-hidden />}
        loading={isPending}
        onClick={() => start(async () => ({ ...(await readUsual()), description: texts.description }))}
      >
        {texts.try}
      </Button>
      {error !== null && <ProblemNote problem={error} />}
    </>
  );
}
