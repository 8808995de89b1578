import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, read } from '../api/client.ts';
import type { Language } from '../language/define-texts.ts';
import { useLanguage } from '../language/use-language.tsx';
import { type Me, me_query } from './me.ts';

/** Shows the page in the language that the person has chosen, on this or any other device. */
export function useSavedLanguage({ user }: Me): void {
  const { choose } = useLanguage();
  const { language: saved } = user;
  useEffect(() => {
    if (saved !== null) choose(saved);
  }, [saved, choose]);
}

/** Chooses a language here, and saves it for the person's other devices. */
export function useChooseLanguage(): (language: Language) => void {
  const { choose } = useLanguage();
  const query_client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (language: Language) =>
      read(api.PATCH('/dashboard/api/me', { body: { language }, keepalive: true })),
    onSuccess: (me) => query_client.setQueryData(me_query.queryKey, me),
  });
  return (language) => {
    choose(language);
    mutate(language);
  };
}
