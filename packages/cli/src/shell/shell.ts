/** The output of a command: a terminal, a pipe or a file. */
export interface Output extends NodeJS.WritableStream {
  /** True for a terminal. */
  readonly isTTY?: boolean;
  /** Width of the terminal. */
  readonly columns?: number;
  /** File descriptor, if there is one. */
  readonly fd?: number;
}

/**
 * The parts of a process that a command uses. `process` is such a shell; tests make their own and run commands
 * concurrently without starting processes.
 */
export interface Shell {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Base of relative paths. */
  cwd(): string;
  readonly stdin: AsyncIterable<Buffer | string>;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Exit code for when nothing is left to do; 0 unless set. */
  exitCode?: number | string | null | undefined;
  /** Ends the process at once, by default with `exitCode`. */
  exit(code?: number): void;
  /** Handles a signal that would otherwise end the process. */
  on(signal: NodeJS.Signals, listener: () => void): unknown;
  /** The same, for the first signal only. */
  once(signal: NodeJS.Signals, listener: () => void): unknown;
  off(signal: NodeJS.Signals, listener: () => void): unknown;
}

/**
 * The destination of log lines: the file descriptor if there is one, so that they are written even if the process dies.
 */
export function destinationOf(output: Output): number | Output {
  return output.fd ?? output;
}
