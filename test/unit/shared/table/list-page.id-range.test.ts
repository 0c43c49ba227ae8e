import { expect, test } from 'vitest';
import { lowestIdAt } from '../../../../shared/base/ids.ts';
import { idsCreated, spanBeyond } from '../../../../shared/table/list-page.ts';

const [first, second, third] = [1, 2, 3].map((digit) => `019a0000-0000-7000-8000-00000000000${digit}`);

const time = '2026-11-20T12:00:00.000+00:00';
const id = lowestIdAt(new Date(time));

test('The times since and until of a list become its first id and the id to stop before', () => {
  expect(idsCreated(time, undefined)).toEqual({ from: id });
  expect(idsCreated(undefined, time)).toEqual({ before: id });
  expect(idsCreated(undefined, undefined)).toEqual({});
});

test('An id range that ends before it begins is empty', () => {
  expect(spanBeyond(idsCreated(time, time), 'next', undefined)).toBeUndefined();
  expect(spanBeyond(idsCreated(time, '2026-11-20T11:59:59.999+00:00'), 'prev', undefined)).toBeUndefined();
});

const range = { from: first, before: third };
const rightBefore = (digit: number) => `019a0000-0000-7000-8000-00000000000${digit - 1}`;

test('The ids beyond a cursor’s position exclude the id of the position', () => {
  expect(spanBeyond({}, 'next', second)).toEqual({ to: rightBefore(2) });
  expect(spanBeyond({}, 'prev', second)).toEqual({ from: third });
  expect(spanBeyond({}, 'next', undefined)).toEqual({});
});

test('Continuing a list from an id never leaves its range of ids', () => {
  expect(spanBeyond(range, 'next', undefined)).toEqual({ from: first, to: rightBefore(3) });
  expect(spanBeyond(range, 'next', second)).toEqual({ from: first, to: rightBefore(2) });
  expect(spanBeyond(range, 'next', 'ffffffff-ffff-7fff-bfff-ffffffffffff')).toEqual({
    from: first,
    to: rightBefore(3),
  });
  expect(spanBeyond(range, 'prev', first)).toEqual({ from: second, to: rightBefore(3) });
});

test('The ids beyond the end of a list’s range are an empty span', () => {
  expect(spanBeyond(range, 'next', first)).toBeUndefined();
  expect(spanBeyond(range, 'next', '00000000-0000-7000-8000-000000000000')).toBeUndefined();
  expect(spanBeyond(range, 'prev', second)).toBeUndefined();
});
