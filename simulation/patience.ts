/** The timeout of histories on a busy machine: many times as long as they take on an idle one. */
export const patience_ms = (histories: number): number => 180_000 + histories * 10_000;
