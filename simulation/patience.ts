/** How long histories may take on a machine busy with whatever: many times what they take on a quiet one. */
export const patience_ms = (histories: number): number => 180_000 + histories * 10_000;
