import type { ComponentChildren } from 'preact';

/** A column of a table. */
export interface Column<T> {
  readonly title: string;
  readonly cell: (row: T) => ComponentChildren;
  /** Aligns numbers at their end. */
  readonly isNumber?: boolean;
}

export interface TableProps<T> {
  /** The caption for screen readers. */
  readonly caption: string;
  /** The first column names its row. */
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
}

/** A table. On a narrow screen each row becomes a card with the titles of the columns. */
export function Table<T extends { readonly id: string | number }>({ caption, columns, rows }: TableProps<T>) {
  const [first, ...others] = columns;
  return (
    <table class="table">
      <caption class="unseen">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ title, isNumber }) => (
            <th key={title} scope="col" class={isNumber ? 'number' : undefined}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} data-item={row.id}>
            <th scope="row">{first?.cell(row)}</th>
            {others.map(({ title, cell, isNumber }) => (
              <td key={title} data-label={title} class={isNumber ? 'number' : undefined}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
