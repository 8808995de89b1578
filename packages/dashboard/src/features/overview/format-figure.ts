import type { Language } from '../../language/define-texts.ts';
import { locales } from '../../parts/format-time.ts';

/** Formats a share from 0 to 1 as a percentage: "92.5%". */
export function formatRate(rate: number, language: Language): string {
  return new Intl.NumberFormat(locales[language], { style: 'percent', maximumFractionDigits: 1 }).format(
    rate,
  );
}

/** Formats a duration in seconds: "42 s", "3 min 05 s". */
export function formatSpan(span_s: number): string {
  const whole_s = Math.round(span_s);
  if (whole_s < 60) return `${whole_s} s`;
  return `${Math.floor(whole_s / 60)} min ${String(whole_s % 60).padStart(2, '0')} s`;
}

/** Formats a day (2026-11-21) without its year. */
export function formatDay(day: string, language: Language): string {
  const format = new Intl.DateTimeFormat(locales[language], {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
  return format.format(new Date(`${day}T00:00:00Z`));
}
