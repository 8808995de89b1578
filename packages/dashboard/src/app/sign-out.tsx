import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { sendAuth } from '../api/auth.ts';
import { ApiProblem } from '../api/problem.ts';
import { useLanguage, useTexts } from '../language/use-language.tsx';
import { useExplain } from '../parts/problem-note.tsx';
import { frame_texts } from './texts.ts';

/**
 * Ends the session, and drops everything loaded with it by reloading the page. The response makes the browser
 * clear its storage; the language of the device is kept.
 */
export function useSignOut(): { readonly signOut: () => void; readonly isPending: boolean } {
  const { language, choose } = useLanguage();
  const texts = useTexts(frame_texts);
  const explain = useExplain();
  const { mutate, isPending } = useMutation({
    mutationFn: () => sendAuth('/sign-out'),
    onSuccess: () => {
      choose(language);
      window.location.assign('/dashboard/sign-in');
    },
    // The menu has closed by then.
    onError: (error) => {
      // A session that has ended leads to the sign-in page.
      if (error instanceof ApiProblem && error.code === 'authentication_required') return;
      notifications.show({ color: 'red', title: texts.still_signed_in, message: explain(error) });
    },
  });
  return { signOut: mutate, isPending };
}
