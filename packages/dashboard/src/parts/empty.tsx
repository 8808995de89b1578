import type { ReactNode } from 'react';
import './parts.css';

interface EmptyProps {
  readonly title: string;
  readonly about?: string;
  readonly children?: ReactNode;
}

/** A note in place of an empty list: the reason, and how to get entries. */
export function Empty({ title, about, children }: EmptyProps) {
  return (
    <div className="card empty">
      <h2>{title}</h2>
      {about !== undefined && <p>{about}</p>}
      {children}
    </div>
  );
}
