import { type Percent, percentFromText } from '@guichet/kernel/percent';

/** Reads a fee as the database writes it ("1.5000"). */
export function percentOf(text: string): Percent {
  const percent = percentFromText(text);
  if (!percent) throw new Error(`not a percentage: ${text}`);
  return percent;
}
