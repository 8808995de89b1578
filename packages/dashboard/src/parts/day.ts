/**
 * The start of a day (2026-11-21) in the reader's own time zone, as ISO 8601; undefined if the text is not a day.
 */
export function startOfDay(day: string | undefined): string | undefined {
  return momentOf(day, 0);
}

/** The start of the next day: the end of a period that includes the day. */
export function endOfDay(day: string | undefined): string | undefined {
  return momentOf(day, 1);
}

function momentOf(day: string | undefined, days_later: number): string | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day ?? '');
  if (!match) return undefined;
  const moment = new Date(Number(match[1]), Number(match[2]) - 1, Number(match[3]) + days_later);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}
