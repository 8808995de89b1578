import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useRead } from '../../app/use-read.ts';
import { useLanguage } from '../../language/use-language.tsx';

const typing_pause_ms = 150;

/** The payment page in the given color, as the server renders it, and the contrast of that color. */
export function usePreview(color: string) {
  const { language } = useLanguage();
  const primary_color = useSettled(color);
  // The Content-Security-Policy of this page allows the preview's styles by this nonce.
  const nonce = document.querySelector('meta[property="csp-nonce"]')?.getAttribute('content') ?? '';
  return useRead(['settings', 'preview', primary_color, language], '/settings/preview', {
    query: { primary_color, language, nonce },
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
