import { type Problem, problem } from '@guichet/kernel/problem';

/** RFC 3339 section 5.6, with the offset that says which moment it is. */
const form = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** What is wrong with a moment that a filter gives. @returns undefined when it can be read */
export function momentProblem(text: string): Problem | undefined {
  return form.test(text) && !Number.isNaN(Date.parse(text))
    ? undefined
    : problem('not_a_time', 'must be a time as 2026-07-25T14:30:00+00:00');
}
