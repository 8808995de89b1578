import type { ReactNode } from 'react';
import './parts.css';

/** The tone of a status; the words say it too, never the colour alone. */
export type Tone = 'good' | 'warn' | 'bad' | 'quiet' | 'accent';

/** A word or two about how something stands. */
export function Badge({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  return (
    <span className="badge" data-tone={tone}>
      {children}
    </span>
  );
}
