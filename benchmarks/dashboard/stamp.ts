/** Crockford's base 32, as ULIDs are written in. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The first ten characters of a ULID in SQL, of an expression for milliseconds since 1970 as a bigint. */
export function stamp(ms: string): string {
  const characters = Array.from(
    { length: 10 },
    (_, index) => `substr('${alphabet}', (((${ms}) >> ${45 - 5 * index}) & 31)::int + 1, 1)`,
  );
  return characters.join(' || ');
}
