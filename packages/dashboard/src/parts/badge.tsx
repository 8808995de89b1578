import type { ReactNode } from 'react';
import './parts.css';

/** The color tone of a status. The text states the status as well: color alone must not convey it. */
export type Tone = 'good' | 'warn' | 'bad' | 'quiet' | 'accent';

/** A state in a word or two. */
export function Badge({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  return (
    <span className="badge" data-tone={tone}>
      {children}
    </span>
  );
}
