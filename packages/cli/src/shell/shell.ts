/** The output of a command: a terminal, a pipe or a file. */
export interface Output extends NodeJS.WritableStream {
  /** Whether the output is a terminal. */
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
  /** The folder against which relative paths are resolved. */
  cwd(): string;
  readonly stdin: AsyncIterable<Buffer | string>;
  readonly stdout: Output;
  readonly stderr: Output;
  /** The exit code once the command has finished; 0 unless set. */
  exitCode?: number | string | null | undefined;
  /** Ends the process immediately, by default with `exitCode`. */
  exit(code?: number): void;
  /** Handles a signal that would otherwise end the process. */
  on(signal: NodeJS.Signals, listener: () => void): unknown;
  /** Handles only the first such signal. */
  once(signal: NodeJS.Signals, listener: () => void): unknown;
  off(signal: NodeJS.Signals, listener: () => void): unknown;
}

/**
 * Returns the destination of log lines: the file descriptor if there is one, so that they are written even if the
 * process dies.
 */
export function destinationOf(output: Output): number | Output {
  return output.fd ?? output;
}
