import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { readDocuments } from '../../docs/documents.ts';

export const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));

export const documents = await readDocuments(PROJECT);

const MARKER = '<!-- Written by `npm run generate`. -->';

/**
 * Documents that `npm run generate` writes: a test computes the cells of a table, and compares the document as a file snapshot,
 * which `vitest -u` updates. Before each such table, the document has the marker.
 */
export const expectWritten = (path: string, text: string) =>
  expect(text).toMatchFileSnapshot(`${PROJECT}/${path}`);

/** The text with these rows in the first table under a heading. */
export function withRows(markdown: string, heading: string, rows: readonly (readonly string[])[]): string {
  return withTable(markdown, heading, (head) => [...head, ...rows.map(lineOf)]);
}

/**
 * The text with these values in a column of the first table under a heading. They are named by the first column, in the order of
 * the table. Other rows stay.
 */
export function withCells(
  markdown: string,
  heading: string,
  column: number,
  values: readonly (readonly [row: string, value: string])[],
): string {
  return withTable(markdown, heading, (head, rows) => {
    const open = [...values];
    const lines = rows.map((line) => {
      const cells = line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim());
      const [name, value] = open[0] ?? [];
      if (name === undefined || value === undefined || cells[0] !== name) return line;
      open.shift();
      return lineOf(cells.with(column, value));
    });
    if (open.length > 0) throw new Error(`The table under "${heading}" has no row "${open[0]?.[0]}".`);
    return [...head, ...lines];
  });
}

const lineOf = (cells: readonly string[]) =>
  `|${cells.map((it) => ` ${it} `.replace(/^ +$/, ' ')).join('|')}|`;

function withTable(
  markdown: string,
  heading: string,
  change: (head: readonly string[], rows: readonly string[]) => readonly string[],
): string {
  const lines = markdown.split('\n');
  const section = lines.findIndex((line) => /^#+ /.test(line) && line.replace(/^#+ /, '') === heading);
  const begin = lines.indexOf(MARKER, section) + 1;
  if (section < 0 || begin === 0) throw new Error(`There is no marked table under the heading "${heading}".`);
  const length = lines.slice(begin).findIndex((line) => !line.startsWith('|'));
  const [head, rows] = [lines.slice(begin, begin + 2), lines.slice(begin + 2, begin + length)];
  return [...lines.slice(0, begin), ...change(head, rows), ...lines.slice(begin + length)].join('\n');
}
