import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTexts } from '../language/use-language.tsx';
import { part_texts } from './texts.ts';

/** Loads the rows of a list as a file; the server writes it while it is sent. */
export function CsvLink({ href }: { readonly href: string }) {
  const texts = useTexts(part_texts);
  return (
    <Button
      component="a"
      href={href}
      download
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden />}
    >
      {texts.export_csv}
    </Button>
  );
}

/** An address with the filters that are set. */
export function withQuery(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const set = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return set.length === 0 ? path : `${path}?${new URLSearchParams(set)}`;
}
