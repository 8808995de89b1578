import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTexts } from '../language/use-language.tsx';
import { part_texts } from './texts.ts';
import './parts.css';

const shown_ms = 2_000;

/** A text to copy, such as an id or a link, and a button that copies it. */
export function CopyText({ text, label }: { readonly text: string; readonly label?: string }) {
  const texts = useTexts(part_texts);
  const [is_copied, setCopied] = useState(false);
  useEffect(() => {
    if (!is_copied) return;
    const timer = setTimeout(() => setCopied(false), shown_ms);
    return () => clearTimeout(timer);
  }, [is_copied]);
  return (
    <span className="copy">
      <code>{text}</code>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={label === undefined ? undefined : `${texts.copy}: ${label}`}
        onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
      >
        {is_copied ? texts.copied : texts.copy}
      </Button>
      <span role="status" className="hidden">
        {is_copied ? texts.copied : ''}
      </span>
    </span>
  );
}
