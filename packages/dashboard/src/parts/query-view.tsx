import { Skeleton, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTexts } from '../language/use-language.tsx';
import { ProblemNote } from './problem-note.tsx';
import { part_texts } from './texts.ts';

interface QueryViewProps<Data> {
  readonly query: UseQueryResult<Data>;
  /** The number of placeholder lines while the data is loading. */
  readonly lines?: number;
  /** The filters that show their own errors. */
  readonly filters?: readonly string[];
  readonly children: (data: Data) => ReactNode;
}

/**
 * Shows the data of a query. Until data has loaded, shows placeholder lines, or the error if loading failed. Loaded
 * data stays visible while it is refreshed.
 */
export function QueryView<Data>({ query, lines = 5, filters, children }: QueryViewProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError)
    return <ProblemNote problem={query.error} fields={filters} retry={() => void query.refetch()} />;
  return <Waiting lines={lines} />;
}

/** Placeholder lines for data that is still loading. */
export function Waiting({ lines = 5 }: { readonly lines?: number }) {
  const texts = useTexts(part_texts);
  return (
    <Stack gap="xs" role="status" aria-label={texts.loading}>
      {Array.from({ length: lines }, (_, line) => line).map((line) => (
        <Skeleton key={line} height={48} radius="md" />
      ))}
    </Stack>
  );
}
