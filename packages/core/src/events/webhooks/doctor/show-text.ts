const length_max = 200;

/** Text of somebody else's server, fit for a terminal and a line: no control characters, and not without end. */
export function showText(text: string): string {
  const plain = text.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return plain.length > length_max ? `${plain.slice(0, length_max).toWellFormed()}...` : plain;
}
