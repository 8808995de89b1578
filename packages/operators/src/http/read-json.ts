/**
 * Reads an answer as JSON.
 *
 * @returns undefined when it is none: an HTML page of a proxy, a text that was cut
 */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
