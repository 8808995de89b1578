/** A map of bounded size. */
export interface RecentMap<Value> {
  /** Also keeps the value longer. */
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  readonly size: number;
}

/**
 * Makes a map that forgets what was not asked for in a long time. It keeps two generations: when the younger one is
 * full it becomes the older one, and what nobody has asked for since the last time is gone. So forgetting costs
 * nothing by itself, however many keys pass through.
 *
 * @param entries_max how many values are kept, besides those in use
 * @param isInUse a value for which this says true is never forgotten
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
