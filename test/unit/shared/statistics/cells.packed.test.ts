import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { pack, partOf, partsFor, unpack } from '../../../../shared/statistics/cells.ts';

test('Rows of statistics are unchanged after they are packed and unpacked, and rows of another shape are an error', () => {
  const packed = pack(['a', 'ü']);
  expect(unpack(z.string(), packed)).toEqual(['a', 'ü']);
  expect(() => unpack(z.number(), packed)).toThrow();
  expect(() => unpack(z.string(), undefined)).toThrow();
});

test('Rows of statistics of up to 100 KB are one item, and rows that were divided once stay divided', () => {
  expect([partsFor(100_000), partsFor(100_001), partsFor(10, 16)]).toEqual([1, 16, 16]);
});

test('Every site belongs to a part of divided statistics, even with an unusual id', () => {
  expect([partOf('…a7', 16), partOf('…a7', 1), partOf('', 16), partOf('site-x', 16)]).toEqual([7, 0, 0, 0]);
});
