/**
 * Text isolated from its surroundings: its first letter determines its direction, without affecting the rest
 * (FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE of Unicode Standard Annex 9). For names, amounts and numbers
 * in right-to-left sentences. Without a letter, as in a phone number, it reads from left to right.
 */
export function isolate(text: string): string {
  return `\u2068${text}\u2069`;
}
