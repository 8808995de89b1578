import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { CodeStep } from './code-step.tsx';
import { PasswordStep } from './password-step.tsx';

/** Signs in: with a password and, where one is set up, a second step; or with a passkey alone. */
export function SignInPage() {
  const [step, setStep] = useState<'password' | 'code'>('password');
  const { next } = useSearch({ from: '/sign-in' });
  const navigate = useNavigate();
  const query_client = useQueryClient();
  const enter = (): void => {
    // Whatever was read before was read as somebody else.
    query_client.clear();
    void navigate(next === undefined ? { to: '/' } : { to: next });
  };
  if (step === 'code') return <CodeStep onDone={enter} onRestart={() => setStep('password')} />;
  return <PasswordStep onDone={enter} onCode={() => setStep('code')} />;
}
