import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, read } from '../../api/client.ts';
import { useFrame } from '../../app/use-frame.ts';
import type { Profile } from './use-profile.ts';

/** The settings that the form changes: the logo is a `data:` URL, the colour empty for the default blue. */
interface Branding extends Pick<Profile, 'template' | 'logo'> {
  readonly primary_color: string;
}

/** Saves the look of the payment page. @param onSaved called with what was sent */
export function useSaveBranding(onSaved: (sent: Partial<Branding>) => void) {
  const { path, keyOf } = useFrame();
  const query_client = useQueryClient();
  return useMutation({
    mutationFn: (sent: Partial<Branding>) => {
      const body = { ...sent, ...(sent.logo !== undefined && { logo: base64Of(sent.logo) }) };
      return read(
        api.PATCH('/dashboard/api/{merchant_id}/{mode}/settings/branding', { params: { path }, body }),
      );
    },
    onSuccess: async (_, sent) => {
      await query_client.invalidateQueries({ queryKey: keyOf('settings') });
      onSaved(sent);
    },
  });
}

/** Returns the content of a `data:` URL, as the service takes it. */
export function base64Of(url: string | null): string | null {
  return url === null ? null : url.slice(url.indexOf(',') + 1);
}
