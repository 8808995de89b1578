/**
 * Words as long as a token, also behind an escaped slash (`%2F`, `%252F`). Each is looked at once, from its beginning.
 */
const word_pattern = /(?<![A-Za-z0-9_-])(252F|2F)?([A-Za-z0-9_-]{44,69})(?![A-Za-z0-9_-])/gi;

/**
 * Replaces tokens wherever they stand in a text, in addresses above all, in time that grows with its length.
 *
 * @param replace gives what stands for a token; undefined for a word that is none
 */
export function hideTokens(text: string, replace: (token: string) => string | undefined): string {
  return text.replace(word_pattern, (word, slash: string | undefined, rest: string) => {
    const whole = replace(word);
    if (whole !== undefined) return whole;
    const kept = slash === undefined ? undefined : replace(rest);
    return kept === undefined ? word : `${slash}${kept}`;
  });
}
