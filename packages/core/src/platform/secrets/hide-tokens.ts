/**
 * Matches words as long as a token, also after an escaped slash (`%2F`, `%252F`). Each word is examined only once,
 * from its start.
 */
const word_pattern = /(?<![A-Za-z0-9_-])(252F|2F)?([A-Za-z0-9_-]{44,69})(?![A-Za-z0-9_-])/gi;

/**
 * Replaces tokens anywhere in a text, such as URLs, in linear time.
 *
 * @param replace returns the replacement; undefined for a word that is not a token
 */
export function hideTokens(text: string, replace: (token: string) => string | undefined): string {
  return text.replace(word_pattern, (word, slash: string | undefined, rest: string) => {
    const whole = replace(word);
    if (whole !== undefined) return whole;
    const kept = slash === undefined ? undefined : replace(rest);
    return kept === undefined ? word : `${slash}${kept}`;
  });
}
