/** Crockford's base 32, the alphabet of ULIDs. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * Returns SQL for the first ten characters of a ULID, from an SQL expression for milliseconds since 1970 (bigint).
 */
export function stamp(ms: string): string {
  const characters = Array.from(
    { length: 10 },
    (_, index) => `substr('${alphabet}', (((${ms}) >> ${45 - 5 * index}) & 31)::int + 1, 1)`,
  );
  return characters.join(' || ');
}
