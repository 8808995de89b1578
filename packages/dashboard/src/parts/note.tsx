import type { ReactNode } from 'react';
import './parts.css';

interface NoteProps {
  readonly tone: 'good' | 'warn' | 'bad';
  readonly title: string;
  readonly children?: ReactNode;
}

/** Something to know before going on; one that has gone wrong is read out at once. */
export function Note({ tone, title, children }: NoteProps) {
  return (
    <div className="note" data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      <strong>{title}</strong>
      {children}
    </div>
  );
}
