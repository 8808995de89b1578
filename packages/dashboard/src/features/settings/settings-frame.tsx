import { Link, Outlet } from '@tanstack/react-router';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { settings_frame_texts } from './frame-texts.ts';
import { settings_texts } from './texts.ts';
import './settings.css';

const base = '/$merchant_id/$mode/settings' as const;
const pages = ['brand', 'routing', 'accounts', 'money', 'profile', 'security'] as const;

/** The frame around the settings. */
export function SettingsFrame() {
  const { title } = useTexts(settings_texts);
  const texts = useTexts(settings_frame_texts);
  const { path, may } = useFrame();
  return (
    <>
      <PageHead title={title} about={may('settings:write') ? undefined : texts.read_only} />
      <Tabs label={texts.pages}>
        {pages.map((page) => (
          <Link key={page} to={`${base}/${page}`} params={path}>
            {texts[page]}
          </Link>
        ))}
      </Tabs>
      <Outlet />
    </>
  );
}
