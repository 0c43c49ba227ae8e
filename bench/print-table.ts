export type Row = Readonly<Record<string, string | number>>;

/** Prints rows as a table with the columns of the first row. Numbers are right-aligned. */
export function printTable(title: string, rows: readonly Row[]): void {
  const columns = Object.keys(rows[0] ?? {}).map((name) => {
    const cells = rows.map((row) => String(row[name] ?? ''));
    const isText = rows.some((row) => typeof row[name] === 'string' && !/^[\d–]/.test(String(row[name])));
    const width = Math.max(name.length, ...cells.map((cell) => cell.length));
    return (text: string) => (isText ? text.padEnd(width) : text.padStart(width));
  });
  const line = (cells: readonly string[]) =>
    `| ${columns.map((align, place) => align(cells[place] ?? '')).join(' | ')} |`;
  const names = Object.keys(rows[0] ?? {});
  console.log(`\n${title}\n`);
  console.log(line(names));
  console.log(line(names.map(() => '')).replaceAll(' ', '-'));
  for (const row of rows) console.log(line(names.map((name) => String(row[name] ?? ''))));
}
