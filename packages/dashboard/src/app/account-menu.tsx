import { useTexts } from '../language/use-language.tsx';
import { LateMenu } from './late-menu.tsx';
import { makeLate } from './make-late.tsx';
import { frame_texts } from './texts.ts';
import { useFrame } from './use-frame.ts';

const AccountList = makeLate(() => import('./account-list.tsx').then((module) => module.AccountList));

/** The menu of the signed-in person, with links to their own pages. */
export function AccountMenu() {
  const texts = useTexts(frame_texts);
  const { me } = useFrame();
  const initials = initialsOf(me.user.name);
  return (
    <LateMenu
      menu={AccountList}
      button={{
        className: 'menu-button account',
        'aria-label': `${initials}, ${texts.your_account}: ${me.user.name}`,
        children: initials,
      }}
    />
  );
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => word?.slice(0, 1) ?? '')
    .join('')
    .toUpperCase();
}
