import { useEffect, useState } from 'react';
import { type ApiProblem, unreachable } from '../api/problem.ts';
import { ProblemNote } from '../parts/problem-note.tsx';

const listeners = new Set<(problem: ApiProblem) => void>();

/** Reports that code of the page failed to load. @param cause the browser's error */
export function tellLateFailure(cause: unknown): void {
  for (const listen of listeners) listen(unreachable(cause));
}

/**
 * Shows one note for all modules that failed to load. Only reloading the page helps, because browsers remember a
 * module's failure until then.
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
