import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useRead } from '../../app/use-read.ts';
import { useLanguage } from '../../language/use-language.tsx';

const typing_pause_ms = 150;

/**
 * The payment page in the given color and with the given logo, as the server renders it, and the contrast of that
 * color.
 *
 * @param logo in base64; empty for none
 */
export function usePreview(color: string, logo: string) {
  const { language } = useLanguage();
  const primary_color = useSettled(color);
  // The Content-Security-Policy of this page allows the preview's styles by this nonce.
  const nonce = document.querySelector('meta[property="csp-nonce"]')?.getAttribute('content') ?? '';
  return useRead(['settings', 'preview', primary_color, logo, language], '/settings/preview', {
    query: { primary_color, logo, language, nonce },
    placeholderData: keepPreviousData,
  });
}

/** Debounces a value: returns it once it has not changed for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), typing_pause_ms);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
