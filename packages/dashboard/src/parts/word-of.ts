/** The text for a value from the server; a value newer than this page is shown with spaces for underscores. */
export function wordOf(words: Readonly<Record<string, string>>, word: string): string {
  return words[word] ?? word.replaceAll('_', ' ');
}
