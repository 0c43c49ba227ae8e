import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { type Column, listLines } from '../../../../lib/admin/lines.ts';

interface Row {
  readonly id: string;
  readonly name: string;
}

const COLUMNS: readonly Column<Row>[] = [
  { title: 'id', width: 4, text: ({ id }) => id },
  { title: 'name', width: 0, text: ({ name }) => name },
];
const TEXT = { columns: COLUMNS, none: 'Nothing.', json: undefined };
const ROWS = [
  { id: '1', name: 'Ana' },
  { id: '22222', name: 'two\nlines \t of it' },
];

test('The administration command prints a list with a line of titles and one line for each row', async () => {
  expect(await Readable.from(listLines(ROWS, TEXT)).toArray()).toEqual([
    'id    name',
    '1     Ana',
    '22222  two lines of it',
  ]);
});

test('With JSON output, the administration command prints only one object in each line of a list', async () => {
  const lines = await Readable.from(listLines(ROWS, { ...TEXT, json: true })).toArray();
  expect(lines.map((line) => JSON.parse(line))).toEqual(ROWS);
});

test('The administration command prints a message for an empty list, but not in JSON', async () => {
  expect(await Readable.from(listLines([], TEXT)).toArray()).toEqual(['Nothing.']);
  expect(await Readable.from(listLines([], { ...TEXT, json: true })).toArray()).toEqual([]);
});

test('The administration command prints the lines of a list while rows are still being read', async () => {
  let read = 0;
  async function* endless(): AsyncGenerator<Row> {
    while (true) {
      read += 1;
      yield { id: String(read), name: 'n' };
    }
  }
  const lines = listLines(endless(), TEXT);
  for (let place = 0; place < 4; place += 1) await lines.next();
  expect(read).toBeLessThanOrEqual(4);
});
