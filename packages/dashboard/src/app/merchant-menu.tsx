import { Menu } from '@mantine/core';
import { IconCheck, IconSelector } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTexts } from '../language/use-language.tsx';
import { frame_texts, role_texts } from './texts.ts';
import { useFrame } from './use-frame.ts';

/** Whose data this is, and the other merchants one works for. */
export function MerchantMenu() {
  const texts = useTexts(frame_texts);
  const roles = useTexts(role_texts);
  const { me, merchant, mode } = useFrame();
  const navigate = useNavigate();
  return (
    <Menu withinPortal={false} withInitialFocusPlaceholder={false} width={280} position="bottom-start">
      <Menu.Target>
        <button type="button" className="menu-button" aria-label={`${texts.merchant}: ${merchant.name}`}>
          <span>{merchant.name}</span>
          <IconSelector size={18} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
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
      </Menu.Dropdown>
    </Menu>
  );
}
