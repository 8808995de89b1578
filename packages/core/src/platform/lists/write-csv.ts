import { timestampText } from '@guichet/kernel/clock';
import { byte_order_mark, csvLine } from './csv.ts';

/** The value of a cell; null makes an empty cell. */
export type Cell = string | number | bigint | boolean | Date | null;

/** The size of a chunk. A separate chunk for each row would cost more than the rows themselves. */
const chunk_characters = 32 * 1024;

/** Writes rows as a CSV file as they arrive, in constant memory. */
export async function* writeCsv(
  header: readonly string[],
  rows: AsyncIterable<readonly Cell[]>,
): AsyncGenerator<string> {
  let text = byte_order_mark + csvLine(header);
  for await (const row of rows) {
    text += csvLine(row.map(cellText));
    if (text.length < chunk_characters) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}

function cellText(cell: Cell): string | number | null {
  if (cell instanceof Date) return timestampText(cell);
  return typeof cell === 'bigint' || typeof cell === 'boolean' ? String(cell) : cell;
}
