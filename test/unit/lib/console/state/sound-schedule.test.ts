import { describe, expect, test } from 'vitest';
import type { Alert } from '../../../../../lib/client/types.ts';
import {
  ALERT_EVERY_MS,
  LOST_AFTER_MS,
  LOST_EVERY_MS,
  needsAttention,
  SHORTEST_PAUSE_MS,
  SoundSchedule,
} from '../../../../../lib/console/state/sound-schedule.ts';
import { idOf, makeAlert } from '../make-alert.ts';

const critical = (number = 1, said: Partial<Alert> = {}) =>
  makeAlert({ id: idOf(number), severity: 'critical', type: 'tamper', ...said });

describe('an alert needs attention', () => {
  test.each([
    ['critical', 'low-battery', 0, true],
    ['high', 'fire', 0, true],
    ['high', 'panic', 0, true],
    ['high', 'intrusion', 0, true],
    ['high', 'low-battery', 0, false],
    ['medium', 'fire', 0, false],
    ['medium', 'low-battery', 1, true],
    ['info', 'test', 0, false],
  ] as const)(
    'of severity %s, type %s and escalation level %d: %s',
    (severity, type, escalation_level, expected) => {
      expect(needsAttention(makeAlert({ severity, type, escalation_level }))).toBe(expected);
    },
  );

  test.each(['acknowledged', 'resolved'] as const)('never once it is %s', (status) => {
    expect(needsAttention(critical(1, { status, escalation_level: 3 }))).toBe(false);
  });
});

describe('the sound of alerts', () => {
  test('repeats until a person has acknowledged the last of them', () => {
    const insistence = new SoundSchedule();
    const open = [critical()];
    expect(insistence.next(open, false, 0)).toEqual({ sounds: ['alert'], againInMs: ALERT_EVERY_MS });
    expect(insistence.next(open, false, ALERT_EVERY_MS - 1)).toEqual({ sounds: [], againInMs: 1 });
    for (let round = 1; round <= 100; round++) {
      expect(insistence.next(open, false, round * ALERT_EVERY_MS).sounds).toEqual(['alert']);
    }
    const acknowledged = [critical(1, { status: 'acknowledged' })];
    expect(insistence.next(acknowledged, false, 101 * ALERT_EVERY_MS)).toEqual({
      sounds: [],
      againInMs: undefined,
    });
  });

  test('rings for the alerts that are there at first, as after a reload', () => {
    expect(new SoundSchedule().next([critical()], false, 123_456).sounds).toEqual(['alert']);
  });

  test.each([
    ['another alert', [critical(1), critical(2)]],
    ['an escalation', [critical(1, { escalation_level: 1 })]],
  ])('rings at once for %s, but not for the same state told again', (_, news) => {
    const insistence = new SoundSchedule();
    insistence.next([critical()], false, 0);
    expect(insistence.next([critical()], false, SHORTEST_PAUSE_MS).sounds).toEqual([]);
    expect(insistence.next(news, false, SHORTEST_PAUSE_MS).sounds).toEqual(['alert']);
    expect(insistence.next(news, false, 2 * SHORTEST_PAUSE_MS)).toEqual({
      sounds: [],
      againInMs: ALERT_EVERY_MS - SHORTEST_PAUSE_MS,
    });
  });

  test('pauses between the news of a storm, and rings for what came in the pause', () => {
    const insistence = new SoundSchedule();
    insistence.next([critical(1)], false, 0);
    const two = [critical(1), critical(2)];
    expect(insistence.next(two, false, 500)).toEqual({ sounds: [], againInMs: SHORTEST_PAUSE_MS - 500 });
    expect(insistence.next(two, false, SHORTEST_PAUSE_MS).sounds).toEqual(['alert']);
  });

  test('rings again for an alert that needs attention again', () => {
    const insistence = new SoundSchedule();
    insistence.next([critical()], false, 0);
    insistence.next([critical(1, { status: 'acknowledged' })], false, 100);
    expect(insistence.next([critical()], false, SHORTEST_PAUSE_MS).sounds).toEqual(['alert']);
  });
});

describe('the sound of a lost connection', () => {
  test('begins when the connection has been lost for a while, and repeats until it is back', () => {
    const insistence = new SoundSchedule();
    expect(insistence.next([], true, 0)).toEqual({ sounds: [], againInMs: LOST_AFTER_MS });
    expect(insistence.next([], true, LOST_AFTER_MS)).toEqual({ sounds: ['lost'], againInMs: LOST_EVERY_MS });
    expect(insistence.next([], true, LOST_AFTER_MS + LOST_EVERY_MS - 1)).toEqual({
      sounds: [],
      againInMs: 1,
    });
    expect(insistence.next([], true, LOST_AFTER_MS + LOST_EVERY_MS).sounds).toEqual(['lost']);
    expect(insistence.next([], false, LOST_AFTER_MS + 2 * LOST_EVERY_MS)).toEqual({
      sounds: [],
      againInMs: undefined,
    });
  });

  test('is not made where the connection is back at once, again and again', () => {
    const insistence = new SoundSchedule();
    for (let now = 0; now < 100 * LOST_AFTER_MS; now += LOST_AFTER_MS) {
      expect(insistence.next([], true, now).sounds).toEqual([]);
      expect(insistence.next([], false, now + LOST_AFTER_MS - 1).sounds).toEqual([]);
    }
  });

  test('does not end the sound of alerts that were known before', () => {
    const insistence = new SoundSchedule();
    insistence.next([critical()], true, 0);
    expect(insistence.next([critical()], true, LOST_AFTER_MS)).toEqual({
      sounds: ['lost'],
      againInMs: ALERT_EVERY_MS - LOST_AFTER_MS,
    });
    expect(insistence.next([critical()], true, ALERT_EVERY_MS).sounds).toEqual(['alert']);
  });
});
