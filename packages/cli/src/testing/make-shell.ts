import { EventEmitter } from 'node:events';
import { Readable, Writable } from 'node:stream';
import type { Shell } from '../shell/shell.ts';

export interface ShellOptions {
  /** All environment variables of the command. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder against which relative paths are resolved; by default that of this process. */
  readonly cwd?: string;
  /** Standard input; empty by default. */
  readonly stdin?: string;
}

/** A shell without a process: its output is kept, and the test sends its signals. */
export interface TestShell extends Shell {
  readonly printed: { stdout: string; stderr: string };
  send(signal: NodeJS.Signals): void;
  /** Resolves when the command asks to exit early. */
  readonly exited: Promise<void>;
}

export function makeShell({ env, cwd = process.cwd(), stdin = '' }: ShellOptions): TestShell {
  const signals = new EventEmitter();
  const printed = { stdout: '', stderr: '' };
  const { promise: exited, resolve: leave } = Promise.withResolvers<void>();
  const outputTo = (name: keyof typeof printed): Writable =>
    new Writable({
      decodeStrings: false,
      write: (text, _encoding, done) => {
        printed[name] += text;
        done();
      },
    });
  return {
    env,
    cwd: () => cwd,
    stdin: Readable.from(stdin === '' ? [] : [stdin]),
    stdout: outputTo('stdout'),
    stderr: outputTo('stderr'),
    exitCode: undefined,
    exit(code) {
      this.exitCode = code ?? this.exitCode;
      leave();
    },
    on: (signal, listener) => signals.on(signal, listener),
    once: (signal, listener) => signals.once(signal, listener),
    off: (signal, listener) => signals.off(signal, listener),
    printed,
    send: (signal) => void signals.emit(signal),
    exited,
  };
}
