import { expect, test } from 'vitest';
import { drawnRows } from '../../../../../lib/console/state/visible-rows.ts';

const at = (above: number, count = 5_000) => drawnRows({ above, viewHeight: 800, rowHeight: 50, count });

test('At every scroll position, the console’s alert list renders the visible rows and a few more', () => {
  for (let above = -900; above < 260_000; above += 397) {
    const { first, end } = at(above);
    const [firstVisible, endVisible] = [Math.floor(above / 50), Math.ceil((above + 800) / 50)];
    expect(first).toBeLessThanOrEqual(Math.max(0, Math.min(firstVisible - 4, 5_000)));
    expect(end).toBeGreaterThanOrEqual(Math.max(0, Math.min(endVisible + 4, 5_000)));
    expect(end - first).toBeLessThan(33);
  }
});

test('The console’s alert list renders only rows that exist, also at the start and the end of the list', () => {
  expect(at(0)).toEqual({ first: 0, end: 20 });
  expect(at(-10_000)).toEqual({ first: 0, end: 0 });
  expect(at(249_200)).toEqual({ first: 4_980, end: 5_000 });
  expect(at(0, 3)).toEqual({ first: 0, end: 3 });
});

test('Scrolling the console’s alert list by 100 pixels changes the rendered rows at most twice', () => {
  const ranges = new Set(Array.from({ length: 100 }, (_, pixel) => JSON.stringify(at(10_000 + pixel))));
  expect(ranges.size).toBeLessThanOrEqual(3);
});
