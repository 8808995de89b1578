import { styleText } from 'node:util';
import type { Output } from '../shell/shell.ts';

type Style = Parameters<typeof styleText>[0];

/** Where a command that goes on for a while writes to. */
export interface Terminal {
  /** Prints a line; on a terminal the status line stays below it. */
  print(line: string): void;
  /** Shows what is going on in a line that the next one replaces. Nothing where no terminal is. */
  status(text: string): void;
  /** Takes the status line away. */
  end(): void;
  /** Colours a text, where a terminal is and NO_COLOR is not set. */
  paint(style: Style, text: string): string;
}

/** To the beginning of the line, and all behind it away (ECMA-48, EL). */
const clear_line = '\r\u001B[K';

/** Makes a writer that suits its stream: colour and a status line on a terminal, plain lines in a pipe or a file. */
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
      // A line that wraps could not be taken away.
      shown = paint('dim', text.slice(0, Math.max(0, (stream.columns || 80) - 1)));
      stream.write(shown);
    },
    end: () => {
      clear();
      shown = '';
    },
  };
}
