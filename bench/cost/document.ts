import { readFile, writeFile } from 'node:fs/promises';
import type { Row } from '../print-table.ts';

/** Tables of a document by name. In the document each stands between `<!-- table: name -->` and `<!-- end -->`. */
export type Tables = Readonly<Record<string, readonly Row[]>>;

const TABLE = /<!-- table: ([\w-]+) -->\n[\s\S]*?<!-- end -->/g;

/** The document with its tables as they are now. Throws where the names are not those that stand in it, each once. */
export function withTables(document: string, tables: Tables): string {
  const named = [...document.matchAll(TABLE)].map(([, name]) => name);
  const expected = Object.keys(tables);
  if (named.toSorted().join() !== expected.toSorted().join()) {
    throw new Error(`The document has the tables ${named.join(', ')}, not ${expected.join(', ')}`);
  }
  return document.replaceAll(TABLE, (_, name: string) => {
    return `<!-- table: ${name} -->\n\n${markdownTable(tables[name] ?? [])}\n\n<!-- end -->`;
  });
}

/** Rows under the names of the first one's columns; what is a number, or begins with one, stands at the right. */
export function markdownTable(rows: readonly Row[]): string {
  const names = Object.keys(rows[0] ?? {});
  const isNumeric = (name: string) =>
    rows.every((row) => /^[<–+−-]?[$\d]|^–?$/.test(String(row[name] ?? '')));
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(names),
    `|${names.map((name) => (isNumeric(name) ? '--:' : '---')).join('|')}|`,
    ...rows.map((row) => line(names.map((name) => String(row[name] ?? '')))),
  ].join('\n');
}

/** Prints the tables; writes them into the document, or says whether those in it are the same. */
export async function publish(
  file: URL,
  tables: Tables,
  options: { readonly write: boolean },
): Promise<void> {
  for (const [name, rows] of Object.entries(tables)) console.log(`${name}\n\n${markdownTable(rows)}\n`);
  const document = await readFile(file, 'utf8');
  const current = withTables(document, tables);
  if (options.write) await writeFile(file, current);
  else if (current !== document) {
    console.error(`${file.pathname} disagrees; --write brings it up to date`);
    process.exitCode = 1;
  }
}
