/** Tables that are read again only after a statement has touched them. */
const watched = { queue: 'graphile_worker', webhooks: 'webhook_' } as const;
export type Watched = keyof typeof watched;

/**
 * Records which tables may have changed, because reading them at every step would take most of a history's
 * time.
 */
export interface Touched {
  /** Records a statement that has run, or whose transaction has ended. */
  note(text: string): void;
  /** Returns whether a statement has touched the tables since the last call. */
  take(tables: Watched): boolean;
}

export function makeTouched(): Touched {
  const touched = new Set<Watched>(['queue', 'webhooks']);
  return {
    note: (text) => {
      for (const tables of ['queue', 'webhooks'] as const) {
        if (!touched.has(tables) && text.includes(watched[tables])) touched.add(tables);
      }
    },
    take: (tables) => touched.delete(tables),
  };
}
