/** A map of bounded size. */
export interface RecentMap<Value> {
  /** Also marks the entry as recently used. */
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  readonly size: number;
}

/**
 * Makes a map that drops entries that have not been read for a long time. It keeps two generations. When the
 * younger one is full, it becomes the older one, and the unread entries of the previous older one are dropped.
 * Eviction therefore costs nothing extra, however many keys pass through.
 *
 * @param entries_max the maximum number of entries, in addition to those in use
 * @param isInUse returns true for a value that must not be dropped
 */
export function makeRecentMap<Value>(
  entries_max: number,
  isInUse: (value: Value) => boolean,
): RecentMap<Value> {
  let younger = new Map<string, Value>();
  let older = new Map<string, Value>();
  const set = (key: string, value: Value): void => {
    younger.set(key, value);
    if (younger.size < entries_max / 2) return;
    const gone = older;
    older = younger;
    younger = new Map();
    for (const [other, kept] of gone) if (isInUse(kept)) younger.set(other, kept);
  };
  return {
    get: (key) => {
      const young = younger.get(key);
      if (young !== undefined) return young;
      const old = older.get(key);
      if (old === undefined) return undefined;
      older.delete(key);
      set(key, old);
      return old;
    },
    set,
    get size() {
      return younger.size + older.size;
    },
  };
}
