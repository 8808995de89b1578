import type { ReactNode } from 'react';
import './parts.css';

interface NoteProps {
  readonly tone: 'good' | 'warn' | 'bad';
  readonly title: string;
  readonly children?: ReactNode;
}

/** A note to read first; screen readers announce an error immediately. */
export function Note({ tone, title, children }: NoteProps) {
  return (
    <div className="note" data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      <strong>{title}</strong>
      {children}
    </div>
  );
}
