/** Tables that are asked again only when a statement has touched them. */
const watched = { queue: 'graphile_worker', webhooks: 'webhook_' } as const;
export type Watched = keyof typeof watched;

/** Notes which tables may have changed: asking PostgreSQL at every step would be most of a history's work. */
export interface Touched {
  /** A statement was run, or the transaction has ended in which it was. */
  note(text: string): void;
  /** Whether one has touched the tables since it was last asked. */
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
