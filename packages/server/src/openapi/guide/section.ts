/** A chapter of the reference that is not an operation. */
export interface Section {
  /** Anchor in the page. */
  readonly id: string;
  readonly title: string;
  /** As far as `docs-page/render-markdown.ts` reads it. */
  readonly markdown: string;
}

/** A table as Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
