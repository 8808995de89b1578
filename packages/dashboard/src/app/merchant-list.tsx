import { Menu } from '@mantine/core';
import { IconLogin2 } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTexts } from '../language/use-language.tsx';
import type { MenuButton } from './late-menu.tsx';
import { OpenMenu } from './open-menu.tsx';
import { frame_texts, role_texts } from './texts.ts';
import { useFrame } from './use-frame.ts';

/**
 * The person's role at this merchant, and a link to sign in to another merchant, which requires a separate sign-in.
 */
export function MerchantList({ button }: { readonly button: MenuButton }) {
  const texts = useTexts(frame_texts);
  const roles = useTexts(role_texts);
  const { merchant } = useFrame();
  const navigate = useNavigate();
  return (
    <OpenMenu button={button} width={280} position="bottom-start">
      <Menu.Label>{texts.your_role(roles[merchant.role])}</Menu.Label>
      <Menu.Item
        leftSection={<IconLogin2 size={18} aria-hidden />}
        onClick={() => void navigate({ to: '/sign-in', search: {} })}
      >
        {texts.other_merchant}
      </Menu.Item>
    </OpenMenu>
  );
}
