import { batch_limits } from './limits.ts';

/** Returns the beginning of a cell's text, on one line, to be quoted in a finding. */
export function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim().toWellFormed();
  const { excerpt_length_max } = batch_limits;
  return line.length > excerpt_length_max ? `${line.slice(0, excerpt_length_max).toWellFormed()}…` : line;
}
