/** A section of the reference other than an operation. */
export interface Section {
  /** Anchor on the page. */
  readonly id: string;
  readonly title: string;
  /** Markdown, limited to what `docs-page/render-markdown.ts` supports. */
  readonly markdown: string;
}

/** Formats a table as Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
