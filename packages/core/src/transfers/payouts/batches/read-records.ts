import { UnreadableFile, wrong } from './findings.ts';
import { batch_limits } from './limits.ts';

/** One row of a file. */
export interface CsvRecord {
  /** The row number, as in a spreadsheet: from 1, including the heading and empty rows. */
  readonly line: number;
  readonly cells: readonly string[];
}

const separators = [',', ';', '\t'] as const;
type Separator = (typeof separators)[number];

/**
 * Parses a CSV file as it arrives (RFC 4180), with comma, semicolon or tab as separator, depending on its header,
 * and any line ending. Empty rows are counted but left out.
 *
 * @throws UnreadableFile if quotes do not match, or a row is longer than any valid one
 */
export async function* readRecords(text: AsyncIterable<string>): AsyncGenerator<CsvRecord> {
  let read: ReturnType<typeof makeReader> | undefined;
  let heading = '';
  for await (const part of text) {
    if (!read) {
      heading += part;
      const separator = separatorOf(heading);
      if (separator === undefined && heading.length <= batch_limits.line_characters_max) continue;
      read = makeReader(separator ?? ',');
    }
    yield* read(heading || part);
    heading = '';
  }
  read ??= makeReader(separatorOf(`${heading}\n`) ?? ',');
  yield* read(heading);
  yield* read(null);
}

/** Finds the most frequent separator in the header; undefined until the header is complete. */
function separatorOf(text: string): Separator | undefined {
  const plain = text.trimStart().replace(/"[^"]*"/g, '');
  const end = plain.search(/[\r\n]/);
  if (end < 0) return undefined;
  const counts = separators.map((one) => plain.slice(0, end).split(one).length);
  return separators[counts.indexOf(Math.max(...counts))];
}

/** The position of the reader: before a cell, in it, between quotes, or after the closing quote. */
type State = 'start' | 'plain' | 'quoted' | 'closed';

/** Makes a parser that receives the text in parts, with null at the end, and yields complete rows. */
function makeReader(separator: Separator): (part: string | null) => Generator<CsvRecord> {
  let state: State = 'start';
  let line = 1;
  let length = 0;
  let cell = '';
  let cells: string[] = [];
  let is_after_return = false;

  const endCell = (): void => {
    cells.push(cell);
    cell = '';
    state = 'start';
  };
  const endRecord = (): readonly CsvRecord[] => {
    endCell();
    const record = { line, cells };
    cells = [];
    length = 0;
    line += 1;
    return record.cells.every((one) => one.trim() === '') ? [] : [record];
  };
  const takeQuote = (): void => {
    // Within a quoted cell, two quotes mean one; within an unquoted cell, a quote is an ordinary character.
    if (state === 'quoted') state = 'closed';
    else if (state === 'start') state = 'quoted';
    else {
      cell += '"';
      if (state === 'closed') state = 'quoted';
    }
  };
  const takeSign = (sign: string): void => {
    if (state === 'closed' && sign.trim() !== '') {
      throw new UnreadableFile(wrong('after_quote', { found: sign }, { line }));
    }
    if (state === 'closed') return;
    cell += sign;
    if (state === 'start') state = 'plain';
  };
  const isRowEnd = (sign: string): boolean => state !== 'quoted' && (sign === '\n' || sign === '\r');

  return function* read(part) {
    if (part === null) {
      if (state === 'quoted') throw new UnreadableFile(wrong('quote_not_closed', {}, { line }));
      yield* endRecord();
      return;
    }
    for (const sign of part) {
      const is_second_half = sign === '\n' && is_after_return;
      is_after_return = sign === '\r' && state !== 'quoted';
      if (is_second_half) continue;
      if (isRowEnd(sign)) {
        yield* endRecord();
        continue;
      }
      length += 1;
      if (length > batch_limits.line_characters_max) throw tooLong(state, line);
      if (sign === '"') takeQuote();
      else if (sign === separator && state !== 'quoted') endCell();
      else takeSign(sign);
    }
  };
}

function tooLong(state: State, line: number): UnreadableFile {
  if (state === 'quoted') return new UnreadableFile(wrong('quote_not_closed', {}, { line }));
  const { line_characters_max: max } = batch_limits;
  return new UnreadableFile(wrong('line_too_long', { max }, { line }));
}
