const length_max = 200;

/** Makes another server's text fit for one line of a terminal: no control characters, limited length. */
export function showText(text: string): string {
  const plain = text.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return plain.length > length_max ? `${plain.slice(0, length_max).toWellFormed()}...` : plain;
}
