import { InvalidArgumentError } from 'commander';

const units_ms = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
/** A date, or a date and a time; UTC unless it has an offset. */
const iso_pattern = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?)?(Z|[+-]\d\d:\d\d)?$/;

/**
 * Reads a time: ISO 8601, or a duration before now (`90s`, `30m`, `2h`, `3d`).
 *
 * @throws InvalidArgumentError if it is neither
 */
export function readTime(text: string, now: Date = new Date()): Date {
  const [, count, unit] = /^(\d{1,9})([smhd])$/.exec(text) ?? [];
  if (count !== undefined) return new Date(now.getTime() - Number(count) * unitOf(unit));
  const at = readIso(text);
  if (!at) {
    throw new InvalidArgumentError(
      'Must be an ISO 8601 time, for example 2026-01-31T10:00:00Z, or how long ago: 2h, 3d.',
    );
  }
  return at;
}

/**
 * Reads a future time: ISO 8601, or a duration from now (`12h`, `90d`).
 *
 * @throws InvalidArgumentError when it is neither
 */
export function readEnd(text: string, now: Date = new Date()): Date {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (count !== undefined) return new Date(now.getTime() + Number(count) * unitOf(unit));
  const at = readIso(text);
  if (at) return at;
  throw new InvalidArgumentError(
    'Must be an ISO 8601 time, for example 2027-01-31T10:00:00Z, or a duration from now: 12h, 90d.',
  );
}

function readIso(text: string): Date | undefined {
  const time = iso_pattern.exec(text);
  // `Date` would read a time without an offset as local time, but a date without a time as UTC.
  const at = time ? new Date(time[1] !== undefined && time[4] === undefined ? `${text}Z` : text) : undefined;
  return at && !Number.isNaN(at.getTime()) ? at : undefined;
}

function unitOf(unit: string | undefined): number {
  return units_ms[unit as keyof typeof units_ms];
}

/** Parses a time for commander, which also passes the previous value. */
export const timeOf = (text: string): Date => readTime(text);
