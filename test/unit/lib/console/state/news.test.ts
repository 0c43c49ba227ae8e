import { describe, expect, test } from 'vitest';
import { SeenAlerts, sayNews } from '../../../../../lib/console/state/news.ts';
import { idOf, makeAlert } from '../make-alert.ts';

const one = makeAlert({ id: idOf(1) });
const two = makeAlert({ id: idOf(2), severity: 'critical', message: 'Glass broken' });

const DAY = 24 * 60 * 60_000;

function newsIn(...told: (readonly ReturnType<typeof makeAlert>[])[]) {
  const seen = new SeenAlerts();
  return told.map((open) => seen.newsOf(open, 0).map(({ id }) => id));
}

describe('what is new', () => {
  test('is nothing at first, when all of it is', () => {
    expect(newsIn([one, two])).toEqual([[]]);
  });

  test('is what comes after that, once', () => {
    expect(newsIn([one], [one, two], [one, two])).toEqual([[], [two.id], []]);
  });

  test('is an alert that has become graver, and none that was acknowledged or became less', () => {
    const graver = { ...one, severity: 'critical' } as const;
    expect(newsIn([one], [graver], [one], [{ ...graver, status: 'acknowledged' }])).toEqual([
      [],
      [one.id],
      [],
      [],
    ]);
  });

  test('is not what comes back after it was out of sight', () => {
    expect(newsIn([one, two], [], [one, two])).toEqual([[], [], []]);
  });

  test('is what comes after nothing was there at first', () => {
    expect(newsIn([], [one])).toEqual([[], [one.id]]);
  });

  test('is not what is still open, however long, nor what left within a day, which is remembered no longer', () => {
    const seen = new SeenAlerts();
    const newsOf = (numbers: readonly number[], now: number) =>
      seen
        .newsOf(
          numbers.map((number) => makeAlert({ id: idOf(number) })),
          now,
        )
        .map(({ id }) => Number(id.slice(-12)));
    newsOf([1, 2], 0);
    expect(newsOf([1, 3], DAY)).toEqual([3]);
    expect(newsOf([1, 2, 3], DAY)).toEqual([]);
    expect(newsOf([1, 4], DAY + 1)).toEqual([4]);
    expect(newsOf([1, 2, 3, 4], DAY + 1)).toEqual([2]);
    expect(newsOf([1], 9 * DAY)).toEqual([]);
  });
});

describe('what is said of it', () => {
  test('is one sentence, of the gravest', () => {
    expect(sayNews([two])).toBe('New alert. Critical: Glass broken, City Office.');
    expect(sayNews([one, two])).toBe('2 new alerts. Critical: Glass broken, City Office, and others.');
    expect(sayNews([])).toBe('');
  });
});
