import type { ReactNode } from 'react';
import './parts.css';

/** The details of an object, such as a payment or an account, as names and values. */
export function Facts(props: {
  readonly facts: readonly (readonly [name: string, value: ReactNode])[];
  /** Whether the names are literals, which are shown as code. */
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
