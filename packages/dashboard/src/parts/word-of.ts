/** A word of the server in ours; one that is newer than this page stays as it is. */
export function wordOf(words: Readonly<Record<string, string>>, word: string): string {
  return words[word] ?? word.replaceAll('_', ' ');
}
