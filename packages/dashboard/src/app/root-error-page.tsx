import type { ErrorComponentProps } from '@tanstack/react-router';
import { useTexts } from '../language/use-language.tsx';
import { ProblemNote } from '../parts/problem-note.tsx';
import { part_texts } from '../parts/texts.ts';
import { Alone } from './alone.tsx';

/** Replaces a page that could not be shown. */
export function RootErrorPage({ error }: ErrorComponentProps) {
  const texts = useTexts(part_texts);
  return (
    <Alone title={texts.problem.title}>
      <ProblemNote problem={error} retry={() => window.location.reload()} />
    </Alone>
  );
}
