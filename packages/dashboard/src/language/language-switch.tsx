import { languages } from './define-texts.ts';
import { useLanguage } from './use-language.tsx';
import './language-switch.css';

const names = { en: 'English', fr: 'Français' } as const;

/** The choice of the language, with the current one marked. */
export function LanguageSwitch() {
  const { language, choose } = useLanguage();
  return (
    <div className="language-switch">
      {languages.map((one) => (
        <button
          key={one}
          type="button"
          lang={one}
          title={names[one]}
          aria-label={`${one.toUpperCase()}: ${names[one]}`}
          aria-pressed={one === language}
          onClick={() => choose(one)}
        >
          {one.toUpperCase()}
        </button>
      ))}
    </div>
  );
}
