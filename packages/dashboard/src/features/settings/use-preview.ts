import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, read } from '../../api/client.ts';
import { useFrame } from '../../app/use-frame.ts';
import { useLanguage } from '../../language/use-language.tsx';

const typing_pause_ms = 150;

/** The payment page in a colour as the server renders it, and how readable the colour is. */
export function usePreview(color: string) {
  const { path, keyOf } = useFrame();
  const { language } = useLanguage();
  const primary_color = useSettled(color);
  // Its styles are let in by the Content-Security-Policy of this page.
  const nonce = document.querySelector('meta[property="csp-nonce"]')?.getAttribute('content') ?? '';
  return useQuery({
    queryKey: keyOf('settings', 'preview', primary_color, language),
    queryFn: ({ signal }) =>
      read(
        api.GET('/dashboard/api/{merchant_id}/{mode}/settings/preview', {
          params: { path, query: { primary_color, language, nonce } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

/** The value when it has stayed the same for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), typing_pause_ms);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
