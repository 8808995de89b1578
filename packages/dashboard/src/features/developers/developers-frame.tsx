import { Button } from '@mantine/core';
import { IconBook2 } from '@tabler/icons-react';
import { Link, Outlet } from '@tanstack/react-router';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { developers_frame_texts } from './frame-texts.ts';
import { developers_texts } from './texts.ts';
import './developers.css';

const base = '/$merchant_id/$mode/developers' as const;

/** What stands around the pages for developers. */
export function DevelopersFrame() {
  const { title } = useTexts(developers_texts);
  const texts = useTexts(developers_frame_texts);
  const { path, mode } = useFrame();
  return (
    <>
      <PageHead title={title}>
        <Button
          component="a"
          href="/docs"
          target="_blank"
          rel="noreferrer"
          variant="default"
          leftSection={<IconBook2 size={18} aria-hidden />}
        >
          {texts.docs}
        </Button>
      </PageHead>
      <Tabs label={texts.pages}>
        <Link to={`${base}/keys`} params={path}>
          {texts.keys}
        </Link>
        <Link to={`${base}/webhooks`} params={path}>
          {texts.webhooks}
        </Link>
        <Link to={`${base}/deliveries`} params={path}>
          {texts.deliveries}
        </Link>
        <Link to={`${base}/events`} params={path}>
          {texts.events}
        </Link>
        <Link to={`${base}/requests`} params={path}>
          {texts.requests}
        </Link>
        {mode === 'test' && (
          <Link to={`${base}/sandbox`} params={path}>
            {texts.sandbox}
          </Link>
        )}
      </Tabs>
      <Outlet />
    </>
  );
}
