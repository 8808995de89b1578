/** The timeout of histories on a busy machine: many times what they take on a quiet one. */
export const patience_ms = (histories: number): number => 180_000 + histories * 10_000;
