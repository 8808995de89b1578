import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { ApiProblem } from '../api/problem.ts';
import { useTexts } from '../language/use-language.tsx';
import { Note } from './note.tsx';
import { part_texts } from './texts.ts';
import { problemsOf, useProblemWords } from './use-problem-words.ts';

interface ProblemNoteProps {
  readonly problem: unknown;
  /** Texts that replace the default ones for some of the server's codes. */
  readonly words?: Readonly<Record<string, string>>;
  /** The fields that show their own errors. */
  readonly fields?: readonly string[];
  readonly retry?: () => void;
}

/** Shows what went wrong, what to do, and the request's id for support. */
export function ProblemNote({ problem, words = {}, fields = [], retry }: ProblemNoteProps) {
  const texts = useTexts(part_texts);
  const explain = useExplain();
  const place = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each response moves the focus to its first invalid field
  useEffect(() => {
    const form = place.current?.closest('form');
    const wrong = form?.querySelector<HTMLElement>('[aria-invalid=true]');
    const field = wrong?.matches('[role=radiogroup]') ? wrong.querySelector<HTMLElement>('input') : wrong;
    if (field) field.focus();
    else place.current?.scrollIntoView({ block: 'nearest' });
  }, [problem]);
  return (
    <div ref={place}>
      <Note tone="bad" title={explain(problem, words, fields)}>
        {problem instanceof ApiProblem && problem.status !== 422 && problem.request_id !== null && (
          <p className="mono quiet">{texts.request(problem.request_id)}</p>
        )}
        {retry && (
          <Button variant="default" size="sm" mt={12} onClick={retry}>
            {texts.try_again}
          </Button>
        )}
      </Note>
    </div>
  );
}

type Explain = (
  problem: unknown,
  words?: Readonly<Record<string, string>>,
  /** The fields that show their own errors. */
  fields?: readonly string[],
) => string;

/**
 * Finds the text for a problem, in this order: the text for its reason, the caller's text for its code, our own
 * text for its code, or the server's English text.
 */
export function useExplain(): Explain {
  const { problem: known } = useTexts(part_texts);
  const say = useProblemWords();
  return (problem, words = {}, fields = []) => {
    if (!(problem instanceof ApiProblem)) return known.internal_error;
    const ours: Readonly<Record<string, string>> = known;
    const is_shown = (name: string): boolean =>
      fields.some((field) => name === field || name.startsWith(`${field}.`));
    const found = problemsOf(problem);
    const elsewhere = found.filter(([name]) => !is_shown(name));
    if (elsewhere.length > 0) return elsewhere.flatMap(([, problems]) => problems.map(say)).join(' ');
    // The fields show the errors already.
    if (found.length > 0) return known.invalid_fields;
    if (problem.reason) return say(problem.reason);
    return (
      words[problem.code] ??
      ours[problem.code] ??
      (problem.status >= 500 ? known.internal_error : problem.message)
    );
  };
}
