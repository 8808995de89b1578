import { Button } from '@mantine/core';
import { IconBook2 } from '@tabler/icons-react';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { developers_frame_texts } from './frame-texts.ts';
import { developers_texts } from './texts.ts';
import './developers.css';

const base = '/$merchant_id/$mode/developers' as const;

/** The frame around the pages for developers. */
export function DevelopersFrame() {
  const { title } = useTexts(developers_texts);
  const texts = useTexts(developers_frame_texts);
  const { path, mode } = useFrame();
  const [page = ''] =
    useLocation({ select: ({ pathname }) => pathname.split('/developers/')[1]?.split('/') }) ?? [];
  const { [page]: about = { hash: '', title: texts.docs } } = useDocs();
  return (
    <>
      <PageHead title={title}>
        <Button
          component="a"
          href={`/docs${about.hash}`}
          target="_blank"
          rel="noreferrer"
          variant="default"
          leftSection={<IconBook2 size={18} aria-hidden />}
        >
          {about.title}
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

/** The sections of this server's reference about a page's subject. */
function useDocs(): Readonly<Record<string, { readonly hash: string; readonly title: string }>> {
  const { docs_about } = useTexts(developers_frame_texts);
  return {
    keys: { hash: '#authentication', title: docs_about.keys },
    webhooks: { hash: '#webhooks', title: docs_about.webhooks },
    deliveries: { hash: '#webhooks', title: docs_about.webhooks },
    events: { hash: '#webhook-events', title: docs_about.events },
    requests: { hash: '#errors', title: docs_about.errors },
    sandbox: { hash: '#test-mode', title: docs_about.test_mode },
  };
}
