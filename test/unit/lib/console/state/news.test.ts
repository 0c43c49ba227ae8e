import { expect, test } from 'vitest';
import { newsText, SeenAlerts } from '../../../../../lib/console/state/news.ts';
import { idOf, makeAlert } from '../make-alert.ts';

const one = makeAlert({ id: idOf(1) });
const two = makeAlert({ id: idOf(2), severity: 'critical', message: 'Glass broken' });

const DAY = 24 * 60 * 60_000;

function newsIn(...snapshots: (readonly ReturnType<typeof makeAlert>[])[]) {
  const seen = new SeenAlerts();
  return snapshots.map((open) => seen.newsOf(open, 0).map(({ id }) => id));
}

test('The console does not announce the alerts of its first snapshot as new', () => {
  expect(newsIn([one, two])).toEqual([[]]);
});

test('The console announces an alert that comes after the first snapshot once', () => {
  expect(newsIn([one], [one, two], [one, two])).toEqual([[], [two.id], []]);
});

test('The console announces an alert again at a higher severity, but not at a lower one or when acknowledged', () => {
  const higher = { ...one, severity: 'critical' } as const;
  expect(newsIn([one], [higher], [one], [{ ...higher, status: 'acknowledged' }])).toEqual([
    [],
    [one.id],
    [],
    [],
  ]);
});

test('The console announces an alert again that is active again after an acknowledgement', () => {
  const acknowledged = { ...one, status: 'acknowledged' } as const;
  expect(newsIn([one], [acknowledged], [one], [one])).toEqual([[], [], [one.id], []]);
});

test('The console does not announce an alert again that disappears and comes back', () => {
  expect(newsIn([one, two], [], [one, two])).toEqual([[], [], []]);
});

test('The console announces an alert that comes after an empty first snapshot', () => {
  expect(newsIn([], [one])).toEqual([[], [one.id]]);
});

test('The console does not announce an alert as new again while the alert is open, nor within a day of its first appearance', () => {
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

test('The console announces new alerts together in one text, with their number and an alert of the highest severity', () => {
  expect(newsText([two])).toBe('New alert. Critical: Glass broken, City Office.');
  expect(newsText([one, two])).toBe('2 new alerts. Critical: Glass broken, City Office, and others.');
  expect(newsText([])).toBe('');
});

test('The console announces a parked alert that is back, in words of its own', () => {
  const back = { ...one, status: 'acknowledged' } as const;
  const by = { id: idOf(9), name: 'Olga' };
  const at = '2026-11-20T12:00:30.000+00:00';
  const parked = { ...back, parked: { since: at, until: at, reason: 'Later', by } };
  expect(newsIn([parked], [parked], [back], [back])).toEqual([[], [], [one.id], []]);
  expect(newsIn([back], [parked], [parked])).toEqual([[], [], []]);
  expect(newsText([back])).toMatch(/^A parked alert is back\. /);
});
