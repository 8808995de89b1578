import { useTexts } from '../language/use-language.tsx';
import { FileLink } from './file-link.tsx';
import { part_texts } from './texts.ts';

/** Downloads the rows of a list as a file. */
export function CsvLink({ href }: { readonly href: string }) {
  const texts = useTexts(part_texts);
  return <FileLink href={href}>{texts.export_csv}</FileLink>;
}

/** Appends filters to a path as its query. Undefined filters are left out. */
export function withQuery(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const set = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return set.length === 0 ? path : `${path}?${new URLSearchParams(set)}`;
}
