import { fileURLToPath } from 'node:url';
import { readDocuments } from '../../docs/documents.ts';

export const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));

export const documents = await readDocuments(PROJECT);

/** The cells of the first table under a heading, without its head and without code marks. */
export function tableUnder(heading: string, markdown: string): string[][] {
  const lines = markdown.split('\n');
  const begin = lines.findIndex((line) => /^#+ /.test(line) && line.replace(/^#+ /, '') === heading);
  const table = lines.slice(begin + 1).findIndex((line) => line.startsWith('|'));
  if (begin < 0 || table < 0) throw new Error(`There is no table under the heading "${heading}".`);
  const rows = lines.slice(begin + 1 + table);
  const end = rows.findIndex((line) => !line.startsWith('|'));
  return rows.slice(2, end < 0 ? undefined : end).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', '')),
  );
}

/** The text with these rows in the first table under a heading. */
export function withRows(markdown: string, heading: string, cells: readonly string[][]): string {
  const [before = '', section = ''] = markdown.split(new RegExp(`(?<=\\n## ${heading}\\n)`));
  const table = cells
    .map((row) => `|${row.map((cell) => cell && ` ${cell} `).join('|')}|`.replace(/\|(?=\|)/g, '| '))
    .join('\n');
  return before + section.replace(/(?<=\n\|(?:---\|)+\n)(?:\|.*\n)*/, () => `${table}\n`);
}
