import type { ReactNode } from 'react';
import './parts.css';

interface NoteProps {
  readonly tone: 'good' | 'warn' | 'bad';
  readonly title: string;
  readonly children?: ReactNode;
}

/** Information to read first; an error is announced at once. */
export function Note({ tone, title, children }: NoteProps) {
  return (
    <div className="note" data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      <strong>{title}</strong>
      {children}
    </div>
  );
}
