import { expect, test } from 'vitest';
import {
  orbitAt,
  RELEASE_EVERY_MS,
  roomFor,
  scriptIn,
  WATCH_REQUESTS_PER_DAY,
} from '../../../../../../lib/console/pages/overview/wall-state.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

test('A wall screen sends at most 1,500 requests a day: what its watch may send, a look for a release every hour, and a load', () => {
  const filesOfALoad = 30;
  expect(WATCH_REQUESTS_PER_DAY + DAY / RELEASE_EVERY_MS + filesOfALoad).toBeLessThanOrEqual(1_500);
});

test('A wall screen recognizes a release by the script of its page', () => {
  const page = (name: string) => `<script type="module" src="console/assets/${name}"></script>`;
  expect(scriptIn(page('console-0a1b2c3d.js'))).toBe('console-0a1b2c3d.js');
  expect(scriptIn('https://guard.test/prod/console/assets/console-0a1b2c3d.js')).toBe('console-0a1b2c3d.js');
  // A proxy's page is no release.
  expect(scriptIn('<h1>Bad gateway</h1>')).toBeUndefined();
});

const FULL_HD = { width: 1_860, height: 560 };

test('On a wall, a few tiles are large, and sixty are smaller and all shown', () => {
  expect(roomFor(3, FULL_HD, 30)).toEqual({ scale: 1, shown: 3 });
  expect(roomFor(20, FULL_HD, 30)).toEqual({ scale: 1, shown: 20 });
  expect(roomFor(60, { width: 3_720, height: 1_200 }, 45)).toMatchObject({ shown: 60 });
});

test('Tiles that do not fit on a wall leave the last place to the number of the others', () => {
  const { scale, shown } = roomFor(200, FULL_HD, 30);
  expect(scale).toBe(0.65);
  // The places: 8 columns and 7 rows.
  expect(shown).toBe(8 * 7 - 1);
});

test('A wall that is as small as a phone still shows tiles', () => {
  expect(roomFor(5, { width: 10, height: 10 }, 30)).toEqual({ scale: 0.65, shown: 0 });
  expect(roomFor(1, { width: 10, height: 10 }, 30)).toEqual({ scale: 1, shown: 1 });
});

test('The content of a wall screen moves by one pixel every minute, within eight pixels, and returns after 32 minutes', () => {
  const places = Array.from({ length: 33 }, (_, minute) => orbitAt(minute * MINUTE));
  for (const [minute, { x, y }] of places.entries()) {
    const before = places[minute - 1] ?? { x: 0, y: 1 };
    expect(Math.abs(x - before.x) + Math.abs(y - before.y)).toBe(1);
    expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
    expect(Math.max(x, y)).toBeLessThanOrEqual(8);
  }
  expect(places[32]).toEqual(places[0]);
  expect(new Set(places.map(({ x, y }) => `${x} ${y}`)).size).toBe(32);
});
