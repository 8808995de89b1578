import type { ReactNode } from 'react';
import './parts.css';

/** The tone of a status, which the text states too: never colour alone. */
export type Tone = 'good' | 'warn' | 'bad' | 'quiet' | 'accent';

/** A state in a word or two. */
export function Badge({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  return (
    <span className="badge" data-tone={tone}>
      {children}
    </span>
  );
}
