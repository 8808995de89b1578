import { Menu, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconLock, IconLogout } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { security_texts } from '../features/security/texts.ts';
import { useLanguage, useTexts } from '../language/use-language.tsx';
import type { MenuButton } from './late-menu.tsx';
import { OpenMenu } from './open-menu.tsx';
import { useSignOut } from './sign-out.tsx';
import { frame_texts } from './texts.ts';
import { useFrame } from './use-frame.ts';
import { useChooseLanguage } from './use-saved-language.ts';

const schemes = [
  ['auto', 'as_device'],
  ['light', 'light'],
  ['dark', 'dark'],
] as const;

/** The signed-in person's menu: language, appearance, security and signing out. */
export function AccountList({ button }: { readonly button: MenuButton }) {
  const texts = useTexts(frame_texts);
  const security = useTexts(security_texts);
  const { me, path } = useFrame();
  const navigate = useNavigate();
  const { signOut } = useSignOut();
  return (
    <OpenMenu button={button} width={260} position="bottom-end">
      <Menu.Label>
        {me.user.name}
        <br />
        {me.user.email}
      </Menu.Label>
      <Menu.Item
        leftSection={<IconLock size={18} aria-hidden />}
        onClick={() => void navigate({ to: '/$merchant_id/$mode/security', params: path })}
      >
        {security.title}
      </Menu.Item>
      <Choices />
      <Menu.Divider />
      <Menu.Item leftSection={<IconLogout size={18} aria-hidden />} onClick={signOut}>
        {texts.sign_out}
      </Menu.Item>
    </OpenMenu>
  );
}

function Choices() {
  const texts = useTexts(frame_texts);
  const { language } = useLanguage();
  const choose = useChooseLanguage();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const mark = (is_chosen: boolean) => (is_chosen ? <IconCheck size={18} aria-hidden /> : undefined);
  return (
    <>
      <Menu.Divider />
      <Menu.Label>Language / Langue</Menu.Label>
      <Menu.Item lang="en" rightSection={mark(language === 'en')} onClick={() => choose('en')}>
        English
      </Menu.Item>
      <Menu.Item lang="fr" rightSection={mark(language === 'fr')} onClick={() => choose('fr')}>
        Français
      </Menu.Item>
      <Menu.Divider />
      <Menu.Label>{texts.appearance}</Menu.Label>
      {schemes.map(([scheme, name]) => (
        <Menu.Item
          key={scheme}
          rightSection={mark(colorScheme === scheme)}
          onClick={() => setColorScheme(scheme)}
        >
          {texts[name]}
        </Menu.Item>
      ))}
    </>
  );
}
