import { Button, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Alone } from '../../app/alone.tsx';
import { useTexts } from '../../language/use-language.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { type Choice, sendPassword } from './send-password.ts';
import { sign_in_texts } from './texts.ts';

interface MerchantStepProps {
  readonly choice: Choice;
  readonly onDone: () => void;
  readonly onCode: () => void;
  readonly onRestart: () => void;
}

/** Asks somebody with the same address and password at several merchants which one to sign in to. */
export function MerchantStep({ choice, onDone, onCode, onRestart }: MerchantStepProps) {
  const texts = useTexts(sign_in_texts);
  const { mutate, error, isPending, variables } = useMutation({
    mutationFn: (merchant_id: string) => sendPassword({ ...choice.given, merchant_id }),
    onSuccess: (answer) => (answer.twoFactorRedirect ? onCode() : onDone()),
  });
  return (
    <Alone title={texts.merchant_title} about={texts.merchant_about}>
      {error !== null && <ProblemNote problem={error} />}
      <Stack>
        {choice.merchants.map(({ id, name }) => (
          <Button
            key={id}
            variant="default"
            h={48}
            loading={isPending && variables === id}
            disabled={isPending}
            onClick={() => mutate(id)}
          >
            {name}
          </Button>
        ))}
        <Button variant="subtle" size="sm" onClick={onRestart}>
          {texts.start_again}
        </Button>
      </Stack>
    </Alone>
  );
}
