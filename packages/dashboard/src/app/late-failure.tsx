import { useEffect, useState } from 'react';
import { type ApiProblem, unreachable } from '../api/problem.ts';
import { ProblemNote } from '../parts/problem-note.tsx';

const listeners = new Set<(problem: ApiProblem) => void>();

/** Says that code of the page did not come. @param cause what the browser says */
export function tellLateFailure(cause: unknown): void {
  for (const listen of listeners) listen(unreachable(cause));
}

/**
 * Says it in one place for every module that did not come. Only loading the page anew helps, because browsers keep the
 * failure of a module for as long as the page.
 */
export function LateFailure() {
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  useEffect(() => {
    listeners.add(setProblem);
    return () => {
      listeners.delete(setProblem);
    };
  }, []);
  if (!problem) return null;
  return (
    <div className="late-failure">
      <ProblemNote problem={problem} retry={() => window.location.reload()} />
    </div>
  );
}
