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
const pages = ['keys', 'webhooks', 'deliveries', 'events', 'requests', 'sandbox'] as const;

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
        {pages
          .filter((one) => one !== 'sandbox' || mode === 'test')
          .map((one) => (
            <Link key={one} to={`${base}/${one}`} params={path}>
              {texts[one]}
            </Link>
          ))}
      </Tabs>
      <Outlet />
    </>
  );
}

/** The section of this server's API reference for each page. */
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
