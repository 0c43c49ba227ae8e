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

const critical = (number = 1, fields: Partial<Alert> = {}) =>
  makeAlert({ id: idOf(number), severity: 'critical', type: 'tamper', ...fields });

test.each([
  ['critical', 'low-battery', 0, true],
  ['high', 'fire', 0, true],
  ['high', 'panic', 0, true],
  ['high', 'intrusion', 0, true],
  ['high', 'low-battery', 0, false],
  ['high', 'duress', 0, true],
  ['high', 'medical', 0, true],
  ['medium', 'fire', 0, false],
  ['medium', 'low-battery', 1, true],
  ['info', 'test', 0, false],
] as const)(
  'An alert of severity %s, type %s and escalation level %d starts the console’s alert sound: %s',
  (severity, type, escalation_level, expected) => {
    expect(needsAttention(makeAlert({ severity, type, escalation_level }))).toBe(expected);
  },
);

test.each(['acknowledged', 'resolved'] as const)(
  'An alert that is %s does not start the console’s alert sound',
  (status) => {
    expect(needsAttention(critical(1, { status, escalation_level: 3 }))).toBe(false);
  },
);

test('The alert sound of the console repeats until every alert is acknowledged', () => {
  const schedule = new SoundSchedule();
  const open = [critical()];
  expect(schedule.next(open, false, 0)).toEqual({ sounds: ['alert'], againInMs: ALERT_EVERY_MS });
  expect(schedule.next(open, false, ALERT_EVERY_MS - 1)).toEqual({ sounds: [], againInMs: 1 });
  for (let round = 1; round <= 100; round++) {
    expect(schedule.next(open, false, round * ALERT_EVERY_MS).sounds).toEqual(['alert']);
  }
  const acknowledged = [critical(1, { status: 'acknowledged' })];
  expect(schedule.next(acknowledged, false, 101 * ALERT_EVERY_MS)).toEqual({
    sounds: [],
    againInMs: undefined,
  });
});

describe('an acknowledged alert that occurs again', () => {
  const at = '2026-01-01T00:00:00.000+00:00';
  const acknowledged = (occurrences: number, fields: Partial<Alert> = {}) =>
    critical(1, { status: 'acknowledged', acknowledged_at: at, type: 'panic', occurrences, ...fields });

  test.each<[string, Partial<Alert>, boolean]>([
    ['panic a second later', { last_occurred_at: '2026-01-01T00:00:01.000+00:00' }, true],
    ['panic that happened before the acknowledgement', { last_occurred_at: at }, false],
    ['a sensor', { type: 'motion', last_occurred_at: '2026-01-01T01:00:00.000+00:00' }, false],
    [
      'a panel after four minutes',
      { type: 'intrusion', dedup_key: 'panel:1', last_occurred_at: '2026-01-01T00:04:59.000+00:00' },
      false,
    ],
    [
      'a panel after five minutes',
      { type: 'intrusion', dedup_key: 'panel:1', last_occurred_at: '2026-01-01T00:05:00.000+00:00' },
      true,
    ],
  ])('Whether the console sounds once for a further occurrence: %s', (_, fields, isHeard) => {
    const schedule = new SoundSchedule();
    expect(schedule.next([acknowledged(1, fields)], false, 0).sounds).toEqual([]);
    expect(schedule.next([acknowledged(2, fields)], false, 10_000)).toEqual({
      sounds: isHeard ? ['alert'] : [],
      againInMs: undefined,
    });
    expect(schedule.next([acknowledged(2, fields)], false, 20_000).sounds).toEqual([]);
  });
});

test('After the console is reloaded, its alert sound starts at once for open alerts', () => {
  expect(new SoundSchedule().next([critical()], false, 123_456).sounds).toEqual(['alert']);
});

test.each([
  ['another alert', [critical(1), critical(2)]],
  ['an escalation', [critical(1, { escalation_level: 1 })]],
])('The console’s alert sound starts at once for %s, but not again for an unchanged alert', (_, news) => {
  const schedule = new SoundSchedule();
  schedule.next([critical()], false, 0);
  expect(schedule.next([critical()], false, SHORTEST_PAUSE_MS).sounds).toEqual([]);
  expect(schedule.next(news, false, SHORTEST_PAUSE_MS).sounds).toEqual(['alert']);
  expect(schedule.next(news, false, 2 * SHORTEST_PAUSE_MS)).toEqual({
    sounds: [],
    againInMs: ALERT_EVERY_MS - SHORTEST_PAUSE_MS,
  });
});

test('During many new alerts, the console’s alert sound has a shortest pause, and then sounds for alerts that came meanwhile', () => {
  const schedule = new SoundSchedule();
  schedule.next([critical(1)], false, 0);
  const two = [critical(1), critical(2)];
  expect(schedule.next(two, false, 500)).toEqual({ sounds: [], againInMs: SHORTEST_PAUSE_MS - 500 });
  expect(schedule.next(two, false, SHORTEST_PAUSE_MS).sounds).toEqual(['alert']);
});

test('The console’s alert sound starts again if an acknowledged alert becomes unacknowledged', () => {
  const schedule = new SoundSchedule();
  schedule.next([critical()], false, 0);
  schedule.next([critical(1, { status: 'acknowledged' })], false, 100);
  expect(schedule.next([critical()], false, SHORTEST_PAUSE_MS).sounds).toEqual(['alert']);
});

test('The console’s sound for a lost connection starts some time after the loss, and repeats until the connection returns', () => {
  const schedule = new SoundSchedule();
  expect(schedule.next([], true, 0)).toEqual({ sounds: [], againInMs: LOST_AFTER_MS });
  expect(schedule.next([], true, LOST_AFTER_MS)).toEqual({ sounds: ['lost'], againInMs: LOST_EVERY_MS });
  expect(schedule.next([], true, LOST_AFTER_MS + LOST_EVERY_MS - 1)).toEqual({
    sounds: [],
    againInMs: 1,
  });
  expect(schedule.next([], true, LOST_AFTER_MS + LOST_EVERY_MS).sounds).toEqual(['lost']);
  expect(schedule.next([], false, LOST_AFTER_MS + 2 * LOST_EVERY_MS)).toEqual({
    sounds: [],
    againInMs: undefined,
  });
});

test('The console makes no sound if a lost connection returns in time, however often the connection is lost', () => {
  const schedule = new SoundSchedule();
  for (let now = 0; now < 100 * LOST_AFTER_MS; now += LOST_AFTER_MS) {
    expect(schedule.next([], true, now).sounds).toEqual([]);
    expect(schedule.next([], false, now + LOST_AFTER_MS - 1).sounds).toEqual([]);
  }
});

test('The console’s alert sound continues after the connection is lost', () => {
  const schedule = new SoundSchedule();
  schedule.next([critical()], true, 0);
  expect(schedule.next([critical()], true, LOST_AFTER_MS)).toEqual({
    sounds: ['lost'],
    againInMs: ALERT_EVERY_MS - LOST_AFTER_MS,
  });
  expect(schedule.next([critical()], true, ALERT_EVERY_MS).sounds).toEqual(['alert']);
});

test('A parked alert makes a sound once when it is back, whatever its severity, and none while it is parked', () => {
  const back = makeAlert({ id: idOf(1), severity: 'low', status: 'acknowledged', type: 'tamper' });
  const at = '2026-11-20T12:00:30.000+00:00';
  const parked = {
    ...back,
    parked: { since: at, until: at, reason: 'Later', by: { id: idOf(9), name: 'Olga' } },
  };
  const schedule = new SoundSchedule();
  const sounds = [[parked], [parked], [back], [back], [parked]].map(
    (alerts, minutes) => schedule.next(alerts, false, minutes * 60_000).sounds,
  );
  expect(sounds).toEqual([[], [], ['alert'], [], []]);
});
