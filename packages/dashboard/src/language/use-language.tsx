import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { type Language, languages, type Texts } from './define-texts.ts';

interface LanguageChoice {
  readonly language: Language;
  choose(language: Language): void;
}

const Choice = createContext<LanguageChoice | null>(null);
const storage_key = 'guichet.language';

/** Provides the page's language: the one chosen on this device, or else the browser's first that we support. */
export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const [language, setLanguage] = useState(readLanguage);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  useEffect(() => {
    // Follows a choice in another window.
    const follow = ({ key }: StorageEvent): void => {
      if (key === storage_key) setLanguage(readLanguage());
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, []);
  const choose = useCallback((next: Language) => {
    localStorage.setItem(storage_key, next);
    setLanguage(next);
  }, []);
  const value = useMemo(() => ({ language, choose }), [language, choose]);
  return <Choice value={value}>{children}</Choice>;
}

export function useLanguage(): LanguageChoice {
  const choice = useContext(Choice);
  if (!choice) throw new Error('useLanguage is called outside of LanguageProvider');
  return choice;
}

/** Returns the texts in the language of the page. */
export function useTexts<Words>(texts: Texts<Words>): Words {
  return texts[useLanguage().language];
}

function readLanguage(): Language {
  const wishes = [localStorage.getItem(storage_key), ...navigator.languages];
  const found = wishes
    .map((wish) => languages.find((language) => wish?.toLowerCase().startsWith(language)))
    .find((language) => language !== undefined);
  return found ?? 'en';
}
