const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const opening_bracket = 0x5b;
const closing_bracket = 0x5d;
const opening_brace = 0x7b;
const closing_brace = 0x7d;

/**
 * Finds a repeated key in an object of a JSON text. Parsers differ in which of the two values they use, so one may
 * act on a value that another has not checked (RFC 8259 section 4; forbidden by RFC 7493 section 2.3). Keys are
 * compared as parsed: `"\u0061"` is `"a"`. Reads each character once.
 *
 * @param json valid JSON
 * @returns the first repeated key, undefined if there is none
 */
export function findRepeatedKey(json: string): string | undefined {
  // The keys of each open object, outermost first; null for a list.
  const open: (Set<string> | null)[] = [];
  let is_key_next = false;
  for (let at = 0; at < json.length; at++) {
    switch (json.charCodeAt(at)) {
      case quote: {
        const end = endOfText(json, at);
        const keys = open.at(-1);
        if (is_key_next && keys) {
          const key = readKey(json.slice(at, end + 1));
          if (keys.has(key)) return key;
          keys.add(key);
          is_key_next = false;
        }
        at = end;
        break;
      }
      case opening_brace:
        open.push(new Set());
        is_key_next = true;
        break;
      case opening_bracket:
        open.push(null);
        is_key_next = false;
        break;
      case closing_brace:
      case closing_bracket:
        open.pop();
        is_key_next = false;
        break;
      case comma:
        is_key_next = true;
    }
  }
  return undefined;
}

/** @param start index of the opening quote @returns index of the closing quote */
function endOfText(json: string, start: number): number {
  let at = start + 1;
  while (at < json.length && json.charCodeAt(at) !== quote) at += json.charCodeAt(at) === backslash ? 2 : 1;
  return at;
}

function readKey(text: string): string {
  return text.includes('\\') ? JSON.parse(text) : text.slice(1, -1);
}
