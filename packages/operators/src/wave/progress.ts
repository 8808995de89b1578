/** The maximum number of searches whose progress is kept; the oldest is forgotten first, and starts anew. */
const kept_max = 1_000;

/**
 * The cursors of searches that one inquiry could not finish, so that the next one continues them. They are kept in
 * memory only: without one, a search starts at the first page, as an unfinished search always did.
 */
export interface Progress {
  /** The cursor after which to continue; null to start at the first page. */
  get(search: string): string | null;
  /** @param cursor null once the search has ended */
  set(search: string, cursor: string | null): void;
}

export function makeProgress(): Progress {
  const cursors = new Map<string, string>();
  return {
    get: (search) => cursors.get(search) ?? null,
    set: (search, cursor) => {
      cursors.delete(search);
      if (cursor === null) return;
      cursors.set(search, cursor);
      const [oldest] = cursors.keys();
      if (oldest !== undefined && cursors.size > kept_max) cursors.delete(oldest);
    },
  };
}
