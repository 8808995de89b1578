import { useTexts } from '../../language/use-language.tsx';
import { security_page_texts } from './page-texts.ts';

/** Texts for the sign-in library's responses. */
export function useSecurityWords(): Readonly<Record<string, string>> {
  const texts = useTexts(security_page_texts);
  return {
    INVALID_PASSWORD: texts.wrong_password,
    INVALID_CODE: texts.second.wrong_code,
    SESSION_NOT_FRESH: texts.not_fresh,
    SESSION_EXPIRED: texts.not_fresh,
    rate_limited: texts.too_many,
  };
}
