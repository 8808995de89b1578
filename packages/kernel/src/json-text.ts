/**
 * Formats JSON for human readers: over several lines, as `JSON.stringify` indents it, but with each list of plain
 * values on one line. It ends with a line break.
 */
export function jsonText(value: unknown): string {
  return `${spread(value, '')}\n`;
}

function spread(value: unknown, indent: string): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const deeper = `${indent}  `;
  const over = (open: string, lines: readonly string[], close: string): string =>
    lines.length === 0
      ? `${open}${close}`
      : `${open}\n${lines.map((line) => `${deeper}${line}`).join(',\n')}\n${indent}${close}`;
  if (!Array.isArray(value)) {
    const fields = Object.entries(value).filter(([, field]) => field !== undefined);
    return over(
      '{',
      fields.map(([name, field]) => `${JSON.stringify(name)}: ${spread(field, deeper)}`),
      '}',
    );
  }
  const isPlain = value.every((one) => typeof one !== 'object' || one === null);
  if (isPlain) return `[${value.map((one) => JSON.stringify(one)).join(', ')}]`;
  return over(
    '[',
    value.map((one) => spread(one, deeper)),
    ']',
  );
}
