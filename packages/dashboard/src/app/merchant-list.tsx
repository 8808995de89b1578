import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTexts } from '../language/use-language.tsx';
import type { MenuButton } from './late-menu.tsx';
import { OpenMenu } from './open-menu.tsx';
import { frame_texts, role_texts } from './texts.ts';
import { useFrame } from './use-frame.ts';

/** One's role at this merchant, and the other merchants one works for. */
export function MerchantList({ button }: { readonly button: MenuButton }) {
  const texts = useTexts(frame_texts);
  const roles = useTexts(role_texts);
  const { me, merchant, mode } = useFrame();
  const navigate = useNavigate();
  return (
    <OpenMenu button={button} width={280} position="bottom-start">
      <Menu.Label>{texts.your_role(roles[merchant.role])}</Menu.Label>
      {me.merchants.map(({ id, name }) => (
        <Menu.Item
          key={id}
          rightSection={id === merchant.id ? <IconCheck size={18} aria-hidden /> : undefined}
          onClick={() => void navigate({ to: '/$merchant_id/$mode', params: { merchant_id: id, mode } })}
        >
          {name}
        </Menu.Item>
      ))}
    </OpenMenu>
  );
}
