import { Link } from '@tanstack/react-router';
import { useLanguage, useTexts } from '../language/use-language.tsx';
import { sections } from './sections.ts';
import { frame_texts } from './texts.ts';
import { useFrame } from './use-frame.ts';

const groups = ['money', 'company', 'you'] as const;

/** The sections that the person may see, in groups. */
export function Navigation({ onGo }: { readonly onGo?: () => void }) {
  const texts = useTexts(frame_texts);
  const { language } = useLanguage();
  const { path, may } = useFrame();
  const seen = sections.filter(({ scope }) => scope === undefined || may(scope));
  return (
    <nav className="navigation" aria-label={texts.sections}>
      {groups
        .map((group) => ({ group, members: seen.filter((section) => section.group === group) }))
        .filter(({ members }) => members.length > 0)
        .map(({ group, members }) => (
          <div key={group}>
            <h2>{texts.groups[group]}</h2>
            <ul>
              {members.map(({ to, title, icon: Icon }) => (
                <li key={to}>
                  <Link to={to} params={path} onClick={onGo}>
                    <Icon size={20} stroke={1.75} aria-hidden />
                    {title[language].title}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
    </nav>
  );
}
