import type { ReactNode } from 'react';
import './parts.css';

/** The facts about one thing, name by name. */
export function Facts(props: {
  readonly facts: readonly (readonly [name: string, value: ReactNode])[];
  /** The names are to be written as they stand. */
  readonly are_code?: boolean;
}) {
  return (
    <dl className="facts">
      {props.facts.map(([name, value]) => (
        <div key={name}>
          <dt>{props.are_code ? <code>{name}</code> : name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
