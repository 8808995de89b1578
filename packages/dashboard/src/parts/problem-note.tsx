import { Button } from '@mantine/core';
import { ApiProblem } from '../api/problem.ts';
import { useLanguage, useTexts } from '../language/use-language.tsx';
import { Note } from './note.tsx';
import { part_texts } from './texts.ts';

interface ProblemNoteProps {
  readonly problem: unknown;
  /** Words of this place for some of the server's codes. */
  readonly words?: Readonly<Record<string, string>>;
  readonly retry?: () => void;
}

/** Says what went wrong, what to do, and the request's id for whoever looks into it. */
export function ProblemNote({ problem, words = {}, retry }: ProblemNoteProps) {
  const texts = useTexts(part_texts);
  const explain = useExplain();
  return (
    <Note tone="bad" title={explain(problem, words)}>
      {problem instanceof ApiProblem && problem.request_id !== null && (
        <p className="mono quiet">{texts.request(problem.request_id)}</p>
      )}
      {retry && (
        <Button variant="default" size="sm" mt={12} onClick={retry}>
          {texts.try_again}
        </Button>
      )}
    </Note>
  );
}

/** Words for a problem: those of the place, ours for the code, or the server's own, which are English. */
export function useExplain(): (problem: unknown, words?: Readonly<Record<string, string>>) => string {
  const { problem: known } = useTexts(part_texts);
  const { language } = useLanguage();
  return (problem, words = {}) => {
    if (!(problem instanceof ApiProblem)) return known.internal_error;
    const ours: Readonly<Record<string, string>> = known;
    const fields = Object.values(problem.fields).flat();
    if (problem.code === 'invalid_fields' && language === 'en' && fields.length > 0) return fields.join(' ');
    return (
      words[problem.code] ??
      ours[problem.code] ??
      (problem.status >= 500 ? known.internal_error : problem.message)
    );
  };
}
