import { describe, expect, test } from 'vitest';
import { newsOf, type Seen, sayNews } from '../../../../../lib/console/state/news.ts';
import { idOf, makeAlert } from '../make-alert.ts';

const one = makeAlert({ id: idOf(1) });
const two = makeAlert({ id: idOf(2), severity: 'critical', message: 'Glass broken' });

function newsIn(...told: (readonly ReturnType<typeof makeAlert>[])[]) {
  let seen: Seen;
  return told.map((open) => {
    const news = newsOf(seen, open);
    ({ seen } = news);
    return news.alerts.map(({ id }) => id);
  });
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

  test('leaves what was seen as it was where nothing is new', () => {
    const { seen } = newsOf(undefined, [one]);
    expect(newsOf(seen, [one]).seen).toBe(seen);
  });
});

describe('what is said of it', () => {
  test('is one sentence, of the gravest', () => {
    expect(sayNews([two])).toBe('New alert. Critical: Glass broken, City Office.');
    expect(sayNews([one, two])).toBe('2 new alerts. Critical: Glass broken, City Office, and others.');
    expect(sayNews([])).toBe('');
  });
});
