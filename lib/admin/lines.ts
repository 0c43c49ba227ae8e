export interface Column<T> {
  readonly title: string;
  readonly width: number;
  readonly text: (row: T) => string;
}

export interface ListFormat<T> {
  readonly columns: readonly Column<T>[];
  /** The output for an empty list. */
  readonly none: string;
  /** Writes one JSON object a line, with every field, instead of columns. */
  readonly json: boolean | undefined;
}

/** Streams the lines of a list, which may not fit into memory. A text wider than its column shifts the rest of its line. */
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
