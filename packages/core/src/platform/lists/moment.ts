import { moment_pattern } from '@guichet/kernel/forms';
import { type Problem, problem } from '@guichet/kernel/problem';

/** An offset is required, so that the moment is unambiguous. */
const form = new RegExp(moment_pattern);

/** Checks a filter's date and time. @returns undefined when it is valid */
export function momentProblem(text: string): Problem | undefined {
  return form.test(text) && !Number.isNaN(Date.parse(text))
    ? undefined
    : problem('not_a_time', 'must be a time such as 2026-07-25T14:30:00+00:00');
}
