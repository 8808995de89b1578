/**
 * Parses a response as JSON.
 *
 * @returns undefined for anything else: an HTML page of a proxy, a truncated text
 */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
