/** What a command writes to: a terminal, a pipe or a file. */
export interface Output extends NodeJS.WritableStream {
  /** Set where a person looks at it. */
  readonly isTTY?: boolean;
  /** Width of the terminal. */
  readonly columns?: number;
  /** Where the system knows it by a number. */
  readonly fd?: number;
}

/**
 * All that a command uses of the process it runs in. The program is made for one of these, and `process` is one: tests
 * make others, and run commands beside each other without a process for each.
 */
export interface Shell {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where relative paths begin. */
  cwd(): string;
  readonly stdin: AsyncIterable<Buffer | string>;
  readonly stdout: Output;
  readonly stderr: Output;
  /** What the process ends with once nothing is left to do; 0 until somebody says otherwise. */
  exitCode?: number | string | null | undefined;
  /** Ends the process at once, with `exitCode` where no other is given. */
  exit(code?: number): void;
  /** Takes a signal, which would have ended the process. */
  on(signal: NodeJS.Signals, listener: () => void): unknown;
  /** The same for the first one only. */
  once(signal: NodeJS.Signals, listener: () => void): unknown;
  off(signal: NodeJS.Signals, listener: () => void): unknown;
}

/** Where log lines go: to the number where there is one, so that they are out should the process die. */
export function destinationOf(output: Output): number | Output {
  return output.fd ?? output;
}
