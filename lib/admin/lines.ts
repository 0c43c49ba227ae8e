/** A column of a list on the terminal. */
export interface Column<T> {
  readonly title: string;
  readonly width: number;
  readonly text: (row: T) => string;
}

/** How to write a list. */
export interface ListFormat<T> {
  readonly columns: readonly Column<T>[];
  /** What to say where there is nothing to list. */
  readonly none: string;
  /** One JSON object a line, with every field, instead of columns. */
  readonly json: boolean | undefined;
}

/**
 * The lines of a list, as its rows come: a list may be longer than memory. A text that is wider than its column moves
 * the rest of its line.
 */
export async function* listLines<T>(
  rows: AsyncIterable<T> | Iterable<T>,
  { columns, none, json }: ListFormat<T>,
): AsyncGenerator<string> {
  let count = 0;
  for await (const row of rows) {
    if (json) yield JSON.stringify(row);
    else {
      if (count === 0) yield line(columns, ({ title }) => title);
      yield line(columns, ({ text }) => text(row).replace(/\s+/g, ' '));
    }
    count += 1;
  }
  if (count === 0 && !json) yield none;
}

function line<T>(columns: readonly Column<T>[], textOf: (column: Column<T>) => string): string {
  return columns
    .map((column) => textOf(column).padEnd(column.width))
    .join('  ')
    .trimEnd();
}
