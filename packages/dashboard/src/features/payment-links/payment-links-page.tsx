import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFiltering } from '../../app/search.ts';
import { useFrame } from '../../app/use-frame.ts';
import { useRead } from '../../app/use-read.ts';
import { useTexts } from '../../language/use-language.tsx';
import { CsvLink, withQuery } from '../../parts/csv-link.tsx';
import { Empty } from '../../parts/empty.tsx';
import { ChoiceFilter, Filters } from '../../parts/filters.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { PagedList } from '../../parts/paged-list.tsx';
import { TryButton } from '../trial/try-button.tsx';
import { LinkTable } from './link-table.tsx';
import { link_page_texts } from './page-texts.ts';
import { RequestButton } from './request-button.tsx';
import { payment_links_texts } from './texts.ts';
import './payment-links.css';

const statuses = ['active', 'paused', 'ended'] as const;

/** The list of payment links, newest first, with what each has collected. */
export function PaymentLinksPage() {
  const { title } = useTexts(payment_links_texts);
  const texts = useTexts(link_page_texts);
  const { path, may } = useFrame();
  const filtering = useFiltering<'status'>();
  const { is_set, clear, of, search } = filtering;
  const query = search as { status?: 'active'; cursor?: string };
  const links = useRead(['payment_links', query], '/payment-links', {
    query,
    placeholderData: keepPreviousData,
  });
  const make = may('payment_links:write') && (
    <Button
      renderRoot={(props) => <Link {...props} to="/$merchant_id/$mode/payment-links/new" params={path} />}
      leftSection={<IconPlus size={18} aria-hidden />}
    >
      {texts.make}
    </Button>
  );
  return (
    <>
      <PageHead title={title} about={texts.about}>
        <CsvLink
          href={withQuery(`/dashboard/api/${path.merchant_id}/${path.mode}/payment-links/export`, {
            status: search.status,
          })}
        />
        <TryButton />
        {may('payment_links:write') && <RequestButton variant="default" />}
        {make}
      </PageHead>
      <Filters is_set={is_set} clear={clear} problem={links.error}>
        <ChoiceFilter
          {...of('status')}
          label={texts.status}
          choices={statuses.map((status) => [status, texts.statuses[status]] as const)}
        />
      </Filters>
      <PagedList
        query={links}
        filtering={filtering}
        filters={['status']}
        empty={
          <Empty title={texts.empty} about={texts.empty_about}>
            {make}
          </Empty>
        }
      >
        {(items) => <LinkTable links={items} />}
      </PagedList>
    </>
  );
}
