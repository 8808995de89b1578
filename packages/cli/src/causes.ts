/** The maximum number of causes, for errors whose chain of causes is circular. */
const causes_max = 10;

/**
 * Describes an error and its chain of causes, one line each, the most immediate cause first.
 *
 * @returns at least one line; a line that repeats the previous one is left out
 */
export function describeCauses(error: unknown): readonly string[] {
  const lines: string[] = [];
  const seen = new Set<unknown>();
  const visit = (one: unknown): void => {
    if (one === undefined || seen.has(one) || seen.size >= causes_max) return;
    seen.add(one);
    const line = describe(one);
    if (line !== lines.at(-1)) lines.push(line);
    if (!(one instanceof Error)) return;
    if (one instanceof AggregateError) for (const each of one.errors) visit(each);
    visit(one.cause);
  };
  visit(error ?? 'no reason given');
  return lines;
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return onOneLine(String(error));
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const message = onOneLine(error.message);
  if (message === '') return code || error.name;
  return code === '' || message.includes(code) ? message : `${message} (${code})`;
}

function onOneLine(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '').join('; ');
}
