import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { makeTerminal, type Terminal } from './make-terminal.ts';

/** Makes a writer. @returns the writer, and a function that returns everything it has written */
function make(isTTY: boolean, columns: number): { terminal: Terminal; written: () => string } {
  const stream = Object.assign(new PassThrough(), { isTTY, columns });
  let text = '';
  stream.on('data', (chunk) => {
    text += chunk;
  });
  return { terminal: makeTerminal(stream as unknown as NodeJS.WriteStream), written: () => text };
}

const clear = '\r\u001B[K';
/** Strips colors, which depend on where the tests run. */
const plain = (text: string): string =>
  stripVTControlCharacters(text.replaceAll(clear, '<clear>')).replaceAll('<clear>', clear);

function use({ print, status, end }: Terminal): void {
  status('connecting');
  print('one');
  status('waiting');
  print('two');
  end();
  print('three');
}

describe('a writer', () => {
  test('keeps its status line below the others on a terminal and removes it at the end', () => {
    const { terminal, written } = make(true, 80);
    use(terminal);
    expect(plain(written())).toBe(
      `connecting${clear}one\nconnecting${clear}waiting${clear}two\nwaiting${clear}three\n`,
    );
  });

  test('writes only lines without a terminal', () => {
    const { terminal, written } = make(false, 80);
    use(terminal);
    expect(written()).toBe('one\ntwo\nthree\n');
    expect(terminal.paint('red', 'word')).toBe('word');
  });

  test.each([
    [5, 'abcd'],
    [0, 'abcdefgh'],
  ])('does not let the status line wrap at %i columns', (columns, shown) => {
    const { terminal, written } = make(true, columns);
    terminal.status('abcdefgh');
    expect(plain(written())).toBe(shown);
  });
});
