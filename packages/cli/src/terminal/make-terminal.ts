import { styleText } from 'node:util';
import type { Output } from '../shell/shell.ts';

type Style = Parameters<typeof styleText>[0];

/** The output of a command that runs for a while. */
export interface Terminal {
  /** Prints a line; on a terminal the status line stays below it. */
  print(line: string): void;
  /** Shows progress in a status line, which the next call replaces. Does nothing without a terminal. */
  status(text: string): void;
  /** Removes the status line. */
  end(): void;
  /** Colors a text on a terminal, unless NO_COLOR is set. */
  paint(style: Style, text: string): string;
}

/** Returns to the start of the line and erases it (ECMA-48, EL). */
const clear_line = '\r\u001B[K';

/** Makes a writer suited to its stream: colour and a status line on a terminal, plain lines in a pipe or a file. */
export function makeTerminal(stream: Output): Terminal {
  const isTerminal = stream.isTTY === true;
  let shown = '';
  const paint = (style: Style, text: string): string => styleText(style, text, { stream });
  const clear = (): void => {
    if (shown !== '') stream.write(clear_line);
  };
  return {
    paint,
    print: (line) => {
      clear();
      stream.write(`${line}\n${shown}`);
    },
    status: (text) => {
      if (!isTerminal) return;
      clear();
      // Truncated, because a wrapped line could not be erased.
      shown = paint('dim', text.slice(0, Math.max(0, (stream.columns || 80) - 1)));
      stream.write(shown);
    },
    end: () => {
      clear();
      shown = '';
    },
  };
}
