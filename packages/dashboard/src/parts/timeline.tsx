import type { ReactNode } from 'react';
import type { Tone } from './badge.tsx';
import { When } from './when.tsx';
import './parts.css';

export interface Moment {
  readonly key: string;
  /** ISO 8601. */
  readonly at: string;
  readonly tone: Tone;
  readonly what: ReactNode;
}

/** An entry with its position: times alone do not determine the order. */
export interface PlacedMoment extends Moment {
  readonly position: number;
}

/** Moments in the order in which they happened. */
export function inOrder(moments: readonly PlacedMoment[]): readonly Moment[] {
  return moments.toSorted((one, other) => one.position - other.position);
}

/** The moments of a history, as a list. */
export function Timeline({ moments }: { readonly moments: readonly Moment[] }) {
  return (
    <ol className="timeline">
      {moments.map(({ key, at, tone, what }) => (
        <li key={key} data-tone={tone}>
          <div>{what}</div>
          <When at={at} precise />
        </li>
      ))}
    </ol>
  );
}
