import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../language/use-language.tsx';
import { part_texts } from '../../parts/texts.ts';
import { security_page_texts } from './page-texts.ts';

/** Recovery codes to write down or to copy all at once. */
export function CodeList({ codes }: { readonly codes: readonly string[] }) {
  const { second: texts } = useTexts(security_page_texts);
  const parts = useTexts(part_texts);
  const [is_copied, setCopied] = useState(false);
  const copy = (): void => void navigator.clipboard.writeText(codes.join('\n')).then(() => setCopied(true));
  return (
    <>
      <p className="quiet">{texts.codes_about}</p>
      <ul className="recovery-codes">
        {codes.map((code) => (
          <li key={code} className="mono">
            {code}
          </li>
        ))}
      </ul>
      <Button variant="default" aria-label={`${parts.copy}: ${texts.copy_all}`} onClick={copy}>
        {is_copied ? parts.copied : parts.copy}
      </Button>
    </>
  );
}
