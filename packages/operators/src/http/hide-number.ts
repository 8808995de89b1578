/** The last digits, which every notation of a number shares. */
const common_digits = 7;
/** Digits that may precede them: E.164 has 15 at most. */
const other_digits_max = 8;

/** Whether a text is a phone number: `+2250548151600`. */
export function isNumber(text: string): boolean {
  return /^\+?\d{8,}$/.test(text);
}

/** Replaces a phone number in every notation: national, international, in groups. */
export function hideNumber(text: string, number: string, mark: string): string {
  const tail = number.slice(-common_digits);
  return text.replace(/\+?\d(?:[ .-]?\d)*/g, (written) => hideTail(written, tail, mark));
}

function hideTail(written: string, tail: string, mark: string): string {
  const digits = written.replaceAll(/\D/g, '');
  if (!digits.includes(tail)) return written;
  const places = Array.from(written.matchAll(/\d/g), ({ index }) => index);
  let left = '';
  let from = 0;
  let hidden = 0;
  for (let at = digits.indexOf(tail); at >= 0; at = digits.indexOf(tail, hidden)) {
    const first = Math.max(hidden, at - other_digits_max);
    // A plus may precede the first digit.
    left += written.slice(from, first === 0 ? 0 : places[first]) + mark;
    hidden = at + tail.length;
    from = (places[hidden - 1] ?? 0) + 1;
  }
  return left + written.slice(from);
}
