/** What a check is given. */
export interface Tester {
  /** Address of the behaviour server, without a slash at the end. */
  readonly origin: string;
}

export interface Check {
  readonly group: string;
  readonly name: string;
  /** @throws Error when the library does not behave so. */
  readonly run: (t: Tester) => Promise<void> | void;
}

/** Gives the checks of a group their name. */
export function makeChecks(group: string, runs: Readonly<Record<string, Check['run']>>): readonly Check[] {
  return Object.entries(runs).map(([name, run]) => ({ group, name, run }));
}

/** One check for each row of a table. */
export function each<Row>(
  rows: Readonly<Record<string, Row>>,
  name: (row: string) => string,
  run: (t: Tester, value: Row, row: string) => Promise<void> | void,
): Readonly<Record<string, Check['run']>> {
  return Object.fromEntries(
    Object.entries(rows).map(([row, value]) => [name(row), (t) => run(t, value, row)]),
  );
}
