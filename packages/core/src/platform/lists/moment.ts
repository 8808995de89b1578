import { moment_pattern } from '@guichet/kernel/forms';
import { type Problem, problem } from '@guichet/kernel/problem';

/** With the offset that says which moment it is. */
const form = new RegExp(moment_pattern);

/** What is wrong with a moment that a filter gives. @returns undefined when it can be read */
export function momentProblem(text: string): Problem | undefined {
  return form.test(text) && !Number.isNaN(Date.parse(text))
    ? undefined
    : problem('not_a_time', 'must be a time such as 2026-07-25T14:30:00+00:00');
}
