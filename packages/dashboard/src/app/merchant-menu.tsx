import { IconSelector } from '@tabler/icons-react';
import { useTexts } from '../language/use-language.tsx';
import { LateMenu } from './late-menu.tsx';
import { makeLate } from './make-late.tsx';
import { frame_texts } from './texts.ts';
import { useFrame } from './use-frame.ts';

const MerchantList = makeLate(() => import('./merchant-list.tsx').then((module) => module.MerchantList));

/** The menu of the current merchant, with a link to sign in to another. */
export function MerchantMenu() {
  const texts = useTexts(frame_texts);
  const { merchant } = useFrame();
  return (
    <LateMenu
      menu={MerchantList}
      button={{
        className: 'menu-button',
        'aria-label': `${texts.merchant}: ${merchant.name}`,
        children: (
          <>
            <span>{merchant.name}</span>
            <IconSelector size={18} aria-hidden />
          </>
        ),
      }}
    />
  );
}
