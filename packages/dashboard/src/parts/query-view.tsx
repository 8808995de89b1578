import { Skeleton, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTexts } from '../language/use-language.tsx';
import { ProblemNote } from './problem-note.tsx';
import { part_texts } from './texts.ts';

interface QueryViewProps<Data> {
  readonly query: UseQueryResult<Data>;
  /** Lines that stand in for what is still loading. */
  readonly lines?: number;
  readonly children: (data: Data) => ReactNode;
}

/** What was asked for; until then its shape, and where it failed the reason. What is known stays while it is asked again. */
export function QueryView<Data>({ query, lines = 5, children }: QueryViewProps<Data>) {
  const texts = useTexts(part_texts);
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <ProblemNote problem={query.error} retry={() => void query.refetch()} />;
  return (
    <Stack gap="xs" role="status" aria-label={texts.loading}>
      {Array.from({ length: lines }, (_, line) => line).map((line) => (
        <Skeleton key={line} height={48} radius="md" />
      ))}
    </Stack>
  );
}
