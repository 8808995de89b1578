/** Arguments of a check. */
export interface Tester {
  /** The address of the behavior server, without a trailing slash. */
  readonly origin: string;
}

export interface Check {
  readonly group: string;
  readonly name: string;
  /** Runs the check. @throws Error when the library misbehaves. */
  readonly run: (t: Tester) => Promise<void> | void;
}

/** Assigns the checks to a group. */
export function makeChecks(group: string, runs: Readonly<Record<string, Check['run']>>): readonly Check[] {
  return Object.entries(runs).map(([name, run]) => ({ group, name, run }));
}

/** Makes one check per row of a table. */
export function each<Row>(
  rows: Readonly<Record<string, Row>>,
  name: (row: string) => string,
  run: (t: Tester, value: Row, row: string) => Promise<void> | void,
): Readonly<Record<string, Check['run']>> {
  return Object.fromEntries(
    Object.entries(rows).map(([row, value]) => [name(row), (t) => run(t, value, row)]),
  );
}
