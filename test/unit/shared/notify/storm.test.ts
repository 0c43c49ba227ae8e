import { describe, expect, test } from 'vitest';
import {
  holding,
  isHolding,
  MOST_SENDS,
  maySummarize,
  placesWith,
  rankOf,
  type Storm,
  WINDOW_MS,
} from '../../../../shared/notify/storm.ts';

const NOW = Date.parse('2026-11-20T12:00:30.000Z');
const CHANNEL = '019a0000-0000-7000-8000-000000000001';
const LOW = rankOf('alert.raised', 'low');
const HIGH = rankOf('alert.raised', 'high');
const CRITICAL = rankOf('alert.raised', 'critical');
const places = (...times: number[]) => times.map((at, place) => ({ id: `n${place}`, at, rank: LOW }));
const next = (at: number, rank = LOW) => ({ id: 'next', at, rank });

describe('the limit of a channel', () => {
  test('The fifth message of a severity to a channel in five minutes may be sent, but the sixth may not', () => {
    const four = places(NOW, NOW, NOW, NOW);
    expect(placesWith(four, next(NOW))).toHaveLength(MOST_SENDS);
    expect(placesWith([...four, { id: 'n4', at: NOW, rank: LOW }], next(NOW))).toBeUndefined();
  });

  test('A message stops counting towards a channel’s limit exactly five minutes later', () => {
    const full = places(NOW, NOW, NOW, NOW, NOW);
    expect(placesWith(full, next(NOW + WINDOW_MS - 1))).toBeUndefined();
    expect(placesWith(full, next(NOW + WINDOW_MS))).toEqual([next(NOW + WINDOW_MS)]);
  });

  test('A message that is attempted again counts once towards the channel’s limit, at the later time', () => {
    const full = places(NOW, NOW, NOW, NOW, NOW);
    const kept = placesWith(full, { id: 'n0', at: NOW + 1_000, rank: LOW });
    expect(kept).toHaveLength(MOST_SENDS);
    expect(kept).toContainEqual({ id: 'n0', at: NOW + 1_000, rank: LOW });
  });

  test('A channel’s limit for a message counts messages of the same or a higher severity, but not of a lower one', () => {
    const lows = places(NOW, NOW, NOW, NOW, NOW);
    expect(placesWith(lows, next(NOW, CRITICAL))).toHaveLength(MOST_SENDS + 1);
    const criticals = lows.map((it) => ({ ...it, rank: CRITICAL }));
    expect(placesWith(criticals, next(NOW))).toBeUndefined();
    expect(placesWith(criticals, next(NOW, CRITICAL))).toBeUndefined();
    const mixed = [...lows.slice(1), { id: 'high', at: NOW, rank: HIGH }];
    expect(placesWith(mixed, next(NOW))).toBeUndefined();
    expect(placesWith(mixed, next(NOW, HIGH))).toBeDefined();
  });

  test.each([
    ['alert.raised', 'critical', 4],
    ['alert.severity_raised', 'critical', 4],
    ['alert.escalated', 'high', 3],
    ['alert.reopened', 'medium', 2],
    ['alert.raised', 'info', 0],
    ['alert.acknowledged', 'critical', 0],
    ['alert.resolved', 'critical', 0],
    ['device.offline', null, 0],
    ['test.ending', undefined, 0],
  ] as const)('A message about %s of severity %s has the rank %i', (event, severity, rank) => {
    expect(rankOf(event, severity)).toBe(rank);
  });
});

describe('holding', () => {
  const now = new Date(NOW);
  const quiet: Storm = { slots: [] };

  test('The first held message of a channel starts the timer of the summary, due a minute later', () => {
    expect(holding(quiet, CHANNEL, now)).toMatchObject({
      held_at: NOW,
      timer: 'summary#1',
      due: '2026-11-20T12:01:30.000+00:00',
    });
  });

  test('A message that is held less than a minute after the last one causes no write', () => {
    const storm = holding(quiet, CHANNEL, now) ?? quiet;
    expect(holding(storm, CHANNEL, new Date(NOW + 59_999))).toBeUndefined();
  });

  test('A message that is held a minute after the last one updates the time of holding, but not the summary’s timer', () => {
    const storm = holding(quiet, CHANNEL, now) ?? quiet;
    expect(holding(storm, CHANNEL, new Date(NOW + 60_000))).toEqual({ ...storm, held_at: NOW + 60_000 });
  });
});

describe('holding without an attempt', () => {
  const now = new Date(NOW);
  const full = places(NOW, NOW, NOW, NOW, NOW);
  const storm: Storm = { slots: full, held_at: NOW, timer: 'summary#1', due: 'later' };

  test('A new message is held without an attempt if the channel’s limit is reached and a summary is scheduled', () => {
    expect(isHolding(storm, LOW, new Date(NOW + 59_999))).toBe(true);
  });

  test.each<[string, Storm]>([
    ['the channel’s limit is not reached', { ...storm, slots: full.slice(1) }],
    ['a message has just stopped counting', { ...storm, slots: places(NOW - WINDOW_MS, NOW, NOW, NOW, NOW) }],
    ['the last message was held a minute ago', { ...storm, held_at: NOW - 60_000 }],
    ['no summary is scheduled', { slots: full, held_at: NOW }],
    ['nothing was held yet', { slots: full }],
  ])('A new message needs an attempt if %s', (_, it) => {
    expect(isHolding(it, LOW, now)).toBe(false);
  });
});

test('A new message of a higher severity than all that were sent needs an attempt', () => {
  const storm: Storm = {
    slots: places(NOW, NOW, NOW, NOW, NOW),
    held_at: NOW,
    timer: 'summary#1',
    due: 'later',
  };
  expect(isHolding(storm, LOW, new Date(NOW))).toBe(true);
  expect(isHolding(storm, LOW + 1, new Date(NOW))).toBe(false);
});

describe('summaries', () => {
  test('The first summary may be sent at any time', () => {
    expect(maySummarize({}, new Date(NOW))).toBe(true);
  });

  test.each([
    ['in the same minute', 20_000, false],
    ['in the next minute, right after', 30_000, false],
    ['in the next minute, a little sooner than a minute later', 59_000, true],
    ['a minute later', 60_000, true],
  ])('A second summary %s (%i ms later) may be sent: %s', (_, later, may) => {
    expect(maySummarize({ summary_at: NOW }, new Date(NOW + later))).toBe(may);
  });
});
