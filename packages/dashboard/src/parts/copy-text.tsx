import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTexts } from '../language/use-language.tsx';
import { part_texts } from './texts.ts';
import './parts.css';

const shown_ms = 2_000;

/** A text to copy, such as an id or a link, and a button that copies it. */
export function CopyText({ text, label }: { readonly text: string; readonly label?: string }) {
  const { copy } = useTexts(part_texts);
  return (
    <span className="copy">
      <code>{text}</code>
      <CopyButton text={text} size="compact-sm" label={label === undefined ? undefined : `${copy}: ${label}`}>
        {copy}
      </CopyButton>
    </span>
  );
}

interface CopyButtonProps {
  readonly text: string;
  readonly size?: 'compact-sm';
  /** The name of the button, if what it shows does not say what it copies. */
  readonly label?: string | undefined;
  readonly children: string;
}

/** A button that copies a text, and says that it did. */
export function CopyButton({ text, size, label, children }: CopyButtonProps) {
  const { copied } = useTexts(part_texts);
  const [is_copied, setCopied] = useState(false);
  useEffect(() => {
    if (!is_copied) return;
    const timer = setTimeout(() => setCopied(false), shown_ms);
    return () => clearTimeout(timer);
  }, [is_copied]);
  return (
    <>
      <Button
        variant="default"
        {...(size && { size })}
        aria-label={label}
        onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
      >
        {is_copied ? copied : children}
      </Button>
      <span role="status" className="hidden">
        {is_copied ? copied : ''}
      </span>
    </>
  );
}
