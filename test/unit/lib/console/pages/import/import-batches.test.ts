import { expect, test } from 'vitest';
import {
  countImported,
  type Imported,
  importInBatches,
  type RowResult,
} from '../../../../../../lib/console/pages/import/import-batches.ts';

const planned = Array.from({ length: 60 }, (_, number) => ({ row: { number, cells: {} } }));
const result = (status: number, createdAt = '2026-11-20T10:00:00Z'): RowResult =>
  status < 300 ? { status, createdAt } : { status, error: { code: 'x', message: 'x' } };

test('The console imports devices 25 at a time; after a failed batch, the import can continue with the remaining devices', async () => {
  const sizes: number[] = [];
  const imported: Imported[] = [];
  const lost = new Error('lost');
  const { left, error } = await importInBatches(
    planned,
    25,
    async (devices) => {
      sizes.push(devices.length);
      if (sizes.length === 2) throw lost;
      return devices.map(() => result(201));
    },
    (results) => imported.push(...results),
  );
  expect([sizes, error, left.length]).toEqual([[25, 25], lost, 35]);
  const rest = await importInBatches(
    left,
    25,
    async (devices) => devices.map(() => result(201)),
    (it) => imported.push(...it),
  );
  expect(rest).toEqual({ left: [] });
  expect(imported.map(({ row }) => row.number)).toEqual(planned.map(({ row }) => row.number));
});

test('The console sends devices that got a 503 in an import again, until all devices of a batch get a 503', async () => {
  let round = 0;
  const answers = [[201, 503, 503], [422, 503], [503]];
  const { left } = await importInBatches(
    planned.slice(0, 3),
    25,
    async () => (answers[round++] ?? []).map((it) => result(it)),
    () => {},
  );
  expect([round, left.map(({ row }) => row.number)]).toEqual([3, [2]]);
});

test('A device that an import created although its response was lost counts as created, and an older device as existing', () => {
  const since = Date.parse('2026-11-20T10:00:00Z');
  const results = [result(201), result(200), result(200, '2026-11-20T09:59:59Z'), result(422)];
  const imported = results.map((it, place) => ({ ...planned[place], result: it }) as Imported);
  expect(countImported(imported, since)).toEqual({ created: 2, existed: 1, failed: [imported[3]] });
});
