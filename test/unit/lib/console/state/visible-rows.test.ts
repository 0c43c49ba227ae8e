import { expect, test } from 'vitest';
import { drawnRows } from '../../../../../lib/console/state/visible-rows.ts';

const at = (above: number, count = 5_000) => drawnRows({ above, seenHeight: 800, rowHeight: 50, count });

test('draws what is seen and a little more, wherever the list is scrolled to', () => {
  for (let above = -900; above < 260_000; above += 37) {
    const { first, end } = at(above);
    const [firstSeen, endSeen] = [Math.floor(above / 50), Math.ceil((above + 800) / 50)];
    expect(first).toBeLessThanOrEqual(Math.max(0, Math.min(firstSeen - 4, 5_000)));
    expect(end).toBeGreaterThanOrEqual(Math.max(0, Math.min(endSeen + 4, 5_000)));
    expect(end - first).toBeLessThan(33);
  }
});

test('draws no row before the first or after the last', () => {
  expect(at(0)).toEqual({ first: 0, end: 20 });
  expect(at(-10_000)).toEqual({ first: 0, end: 0 });
  expect(at(249_200)).toEqual({ first: 4_980, end: 5_000 });
  expect(at(0, 3)).toEqual({ first: 0, end: 3 });
});

test('draws the same rows during a short scroll', () => {
  const ranges = new Set(Array.from({ length: 100 }, (_, pixel) => JSON.stringify(at(10_000 + pixel))));
  expect(ranges.size).toBeLessThanOrEqual(3);
});
