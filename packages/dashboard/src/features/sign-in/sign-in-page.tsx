import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { CodeStep } from './code-step.tsx';
import { MerchantStep } from './merchant-step.tsx';
import { PasswordStep } from './password-step.tsx';
import type { Choice } from './send-password.ts';

/** Signs in: with a password and, if set up, a second factor; or with a passkey alone. */
export function SignInPage() {
  const [step, setStep] = useState<'password' | 'code' | Choice>('password');
  const { next } = useSearch({ from: '/sign-in' });
  const navigate = useNavigate();
  const query_client = useQueryClient();
  const enter = (): void => {
    // Cached data may belong to a different person.
    query_client.clear();
    void navigate(next === undefined ? { to: '/' } : { to: next });
  };
  const restart = (): void => setStep('password');
  const askForCode = (): void => setStep('code');
  if (step === 'code') return <CodeStep onDone={enter} onRestart={restart} />;
  if (step === 'password') return <PasswordStep onDone={enter} onCode={askForCode} onChoice={setStep} />;
  return <MerchantStep choice={step} onDone={enter} onCode={askForCode} onRestart={restart} />;
}
