import { type Percent, percentFromText } from '@guichet/kernel/percent';

/** Parses a fee from the database ("1.5000"). */
export function percentOf(text: string): Percent {
  const percent = percentFromText(text);
  if (!percent) throw new Error(`not a percentage: ${text}`);
  return percent;
}
