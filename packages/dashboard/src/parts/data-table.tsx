import type { KeyboardEvent, ReactNode } from 'react';
import './data-table.css';

export interface Column<Row> {
  readonly key: string;
  readonly title: string;
  /** For a column of buttons: its title is for screen readers only. */
  readonly is_hidden?: boolean;
  readonly align?: 'end';
  /** Whether the column is the heading of the card that a row becomes on a narrow screen. Exactly one column is. */
  readonly is_main?: boolean;
  readonly show: (row: Row) => ReactNode;
}

interface DataTableProps<Row> {
  /** The name of the table, for screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
}

/**
 * Rows on a wide screen, cards on a narrow one. A link with the class `row-link` in the main column opens the row
 * from anywhere on it; the up and down arrow keys move between rows.
 */
export function DataTable<Row>({ caption, columns, rows, keyOf }: DataTableProps<Row>) {
  return (
    <table className="data-table" onKeyDown={moveByArrow}>
      <caption className="hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ key, title, align, is_hidden }) => (
            <th key={key} scope="col" data-align={align}>
              {is_hidden ? <span className="hidden">{title}</span> : title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ key, title, align, is_hidden, is_main, show }) => (
              <td
                key={key}
                data-label={is_hidden ? undefined : title}
                data-align={align}
                data-main={is_main || undefined}
                data-corner={is_hidden || undefined}
              >
                {show(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function moveByArrow(event: KeyboardEvent<HTMLTableElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0 || !(event.target instanceof HTMLElement) || !event.target.matches('.row-link')) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('.row-link')];
  const next = links[links.indexOf(event.target) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
