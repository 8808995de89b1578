import { useMutation } from '@tanstack/react-query';
import { sendAuth } from '../api/auth.ts';
import { useLanguage } from '../language/use-language.tsx';

/**
 * Ends the session, and drops everything loaded with it by reloading the page. The response makes the browser
 * clear its storage; the language of the device is kept.
 */
export function useSignOut(): { readonly signOut: () => void; readonly isPending: boolean } {
  const { language, choose } = useLanguage();
  const { mutate, isPending } = useMutation({
    mutationFn: () => sendAuth('/sign-out'),
    onSuccess: () => {
      choose(language);
      window.location.assign('/dashboard/sign-in');
    },
  });
  return { signOut: mutate, isPending };
}
