import { type ComponentChildren, Fragment } from 'preact';

/** A column of a table. */
export interface Column<T> {
  readonly title: string;
  readonly cell: (row: T) => ComponentChildren;
  /** Aligns numbers at their end. */
  readonly isNumber?: boolean;
  /** Where a narrow screen shows it without its title: beside the name of the row, or below it. */
  readonly onPhone?: 'beside' | 'below';
}

/** Divides rows, which are in the order of their groups, under headings. */
export interface Grouping<T> {
  readonly of: (row: T) => string;
  readonly title: (group: string) => ComponentChildren;
}

export interface TableProps<T> {
  /** The caption for screen readers. */
  readonly caption: string;
  /** The first column names its row. */
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly grouping?: Grouping<T> | undefined;
}

/**
 * A table in the order of its rows, which is the service's: a list of which only a part is loaded cannot be sorted here. Its
 * head stays in view. On a narrow screen each row becomes a card with the titles of the columns.
 */
export function Table<T extends { readonly id: string | number }>({
  caption,
  columns,
  rows,
  grouping,
}: TableProps<T>) {
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
        {rows.map((row, place) => {
          const group = grouping?.of(row);
          const before = rows[place - 1];
          const begins = grouping && (before === undefined || grouping.of(before) !== group);
          return (
            <Fragment key={row.id}>
              {begins && (
                <tr class="group">
                  <th scope="colgroup" colSpan={columns.length}>
                    {grouping.title(group ?? '')}
                  </th>
                </tr>
              )}
              <tr data-item={row.id}>
                <th scope="row">{first?.cell(row)}</th>
                {others.map(({ title, cell, isNumber, onPhone }) => (
                  <td
                    key={title}
                    data-label={onPhone ? undefined : title}
                    class={
                      [isNumber && 'number', onPhone && `phone-${onPhone}`].filter(Boolean).join(' ') ||
                      undefined
                    }
                  >
                    {cell(row)}
                  </td>
                ))}
              </tr>
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}
