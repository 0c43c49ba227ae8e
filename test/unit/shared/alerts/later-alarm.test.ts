import { describe, expect, test } from 'vitest';
import {
  type Acknowledgement,
  dependsOnOpening,
  hearing,
  type LaterAlarm,
  laterAlarm,
  reactivates,
  withReactivation,
} from '../../../../shared/alerts/later-alarm.ts';
import { toEpochSeconds } from '../../../../shared/base/time.ts';

const ACKNOWLEDGED = Date.parse('2026-01-01T00:10:00.000+00:00');

/** A time this many seconds after the acknowledgement. */
const later = (seconds: number) => new Date(ACKNOWLEDGED + seconds * 1_000);
const stamp = (seconds: number) => toEpochSeconds(later(seconds));

const alarm = (seconds: number, fields: Partial<LaterAlarm> = {}): LaterAlarm => ({
  type: 'panic',
  isAlarm: true,
  content: undefined,
  source: 'gate',
  at: later(seconds),
  ...fields,
});

const acknowledgement = (fields: Partial<Acknowledgement> = {}): Acknowledgement => ({
  acknowledgedAt: '2026-01-01T00:10:00.000+00:00',
  isRestored: false,
  ...fields,
});

const OPENED = '2026-01-01T00:10:01.000+00:00';

test.each<[string, Partial<LaterAlarm>, number, Partial<Acknowledgement>, boolean]>([
  ['panic at once', {}, 1, {}, true],
  ['fire at once', { type: 'fire' }, 1, {}, true],
  ['duress at once', { type: 'duress' }, 1, {}, true],
  ['a medical alarm at once', { type: 'medical' }, 1, {}, true],
  ['what Guard does not understand at once', { type: 'unknown-signal', isAlarm: false }, 1, {}, true],
  ['panic of a device that is no panel at once', { isAlarm: false }, 1, {}, true],
  ['a burglary at once', { type: 'intrusion' }, 1, {}, false],
  ['a burglary just before five minutes', { type: 'intrusion' }, 299.9, {}, false],
  ['a burglary after five minutes', { type: 'intrusion' }, 300, {}, true],
  ['a burglary after an opening', { type: 'intrusion' }, 2, { openedOrClosedAt: OPENED }, true],
  [
    'a burglary, opened only before the acknowledgement',
    { type: 'intrusion' },
    2,
    { openedOrClosedAt: '2026-01-01T00:09:59.000+00:00' },
    false,
  ],
  ['a burglary after its restore', { type: 'intrusion' }, 2, { isRestored: true }, true],
  ['a sensor that reports for hours', { type: 'intrusion', isAlarm: false }, 7_200, {}, false],
  [
    'a sensor after an opening',
    { type: 'intrusion', isAlarm: false },
    7_200,
    { openedOrClosedAt: OPENED },
    false,
  ],
])('Whether an acknowledged alert is active again by %s', (_, fields, seconds, before, isHeard) => {
  expect(reactivates(alarm(seconds, fields), acknowledgement(before))).toBe(isHeard);
});

test.each<[string, Partial<LaterAlarm>, Partial<Acknowledgement>, boolean]>([
  ['a burglary of a panel', { type: 'intrusion' }, {}, true],
  ['panic', {}, {}, false],
  ['a sensor', { type: 'intrusion', isAlarm: false }, {}, false],
  ['a burglary after its restore', { type: 'intrusion' }, { isRestored: true }, false],
  [
    'a burglary that has just been heard',
    { type: 'intrusion' },
    { reactivations: [{ source: 'gate', at: stamp(0) }] },
    false,
  ],
])('Whether openings are read for %s', (_, fields, before, isRead) => {
  expect(dependsOnOpening(alarm(10, fields), acknowledgement(before))).toBe(isRead);
});

describe('a stuck button', () => {
  /** Presses the button every ten seconds while somebody acknowledges each time, and returns when it was heard. */
  function press(minutes: number, fields: Partial<LaterAlarm>): number[] {
    const heard: number[] = [];
    let remembered: Pick<Acknowledgement, 'heard' | 'reactivations'> = {};
    for (let seconds = 10; seconds <= minutes * 60; seconds += 10) {
      const pressed = alarm(seconds, fields);
      const isHeard = reactivates(pressed, acknowledgement(remembered));
      if (isHeard) heard.push(seconds);
      remembered = {
        ...remembered,
        ...hearing(pressed, remembered),
        ...(isHeard ? { reactivations: withReactivation(pressed, remembered) } : {}),
      };
    }
    return heard;
  }

  test('A button with ids undoes an acknowledgement at most once a minute and three times in ten minutes', () => {
    expect(press(21, {})).toEqual([10, 70, 130, 610, 670, 730, 1_210]);
  });

  test('A button without ids does not either, because equal reports within a minute are repetitions', () => {
    expect(press(12, { content: 'pressed' })).toEqual([10, 70, 130, 610, 670]);
  });

  test('A new zone or user is heard although the button of another zone has been heard three times', () => {
    const reactivations = [10, 70, 130].map((seconds) => ({ source: 'gate', at: stamp(seconds) }));
    const before = acknowledgement({ reactivations });
    expect(reactivates(alarm(200), before)).toBe(false);
    expect(reactivates(alarm(200, { source: 'safe' }), before)).toBe(true);
  });

  test('A claim remembers at most twelve reactivations, all of the last ten minutes', () => {
    const old = { source: 'gate', at: stamp(-600) };
    const recent = Array.from({ length: 12 }, (_, place) => ({ source: `${place}`, at: stamp(place) }));
    const kept = withReactivation(alarm(20), { reactivations: [old, ...recent] });
    expect(kept).toEqual([...recent.slice(1), { source: 'gate', at: stamp(20) }]);
  });
});

describe('a repetition without an id', () => {
  const first = { content: 'pressed', at: stamp(-5) };

  test.each([
    ['the same content within a minute', 'pressed', 54, false],
    ['the same content after a minute', 'pressed', 55, true],
    ['other content', 'pressed again', 1, true],
  ])('Whether a report is heard after an acknowledgement: %s', (_, content, seconds, isHeard) => {
    expect(reactivates(alarm(seconds, { content }), acknowledgement({ heard: first }))).toBe(isHeard);
  });

  test('An alarm after its restore is no repetition', () => {
    const before = acknowledgement({ heard: first, isRestored: true });
    expect(reactivates(alarm(10, { content: 'pressed' }), before)).toBe(true);
  });

  test('A repetition does not prolong the minute, and a report with an id leaves what is remembered', () => {
    expect(hearing(alarm(20, { content: 'pressed' }), { heard: first })).toEqual({});
    expect(hearing(alarm(55, { content: 'pressed' }), { heard: first })).toEqual({
      heard: { content: 'pressed', at: stamp(55) },
    });
    expect(hearing(alarm(20), { heard: first })).toEqual({});
  });
});

describe('the identity of a report', () => {
  const report = {
    site_id: 'site',
    type: 'panic',
    severity: 'critical',
    message: 'Pressed',
    metadata: { zone: '5', user: '7' },
    occurred_at: '2026-01-01T00:10:01.000+00:00',
  } as const;
  const of = (fields: object) =>
    laterAlarm({ ...report, ...fields }, { now: later(0), isAlarm: false, hasId: false });

  test.each([
    ['type', { type: 'fire' }, true],
    ['message', { message: 'Pressed twice' }, true],
    ['severity', { severity: 'high' }, true],
    ['time', { occurred_at: '2026-01-01T00:10:02.000+00:00' }, true],
    ['zone', { zone_id: 'zone' }, false],
    ['device', { device_id: 'device' }, false],
    ['user in the metadata', { metadata: { zone: '5', user: '8' } }, false],
    ['zone in the metadata', { metadata: { zone: '6', user: '7' } }, false],
  ])(
    'A report of another %s has other content, and another source unless zone and user are the same',
    (_, fields, isSame) => {
      expect(of(fields).content).not.toBe(of({}).content);
      expect(of(fields).source === of({}).source).toBe(isSame);
    },
  );

  test('What Guard does not understand has another source by other words, and the same by other numbers', () => {
    const sourceOf = (message: string) => of({ type: 'unknown-signal', message }).source;
    expect(sourceOf('Smoke in hall')).not.toBe(sourceOf('Smoke in kitchen'));
    expect(sourceOf('{"battery":98,"link":87}')).toBe(sourceOf('{"battery":97,"link":121}'));
  });

  test('A report with an unreadable time is identified by the text that was sent, and one with an id by its id', () => {
    const sent = { reported_at: 'yesterday' };
    expect(of({ ...sent, occurred_at: 'one' }).content).toBe(of({ ...sent, occurred_at: 'other' }).content);
    expect(laterAlarm(report, { now: later(0), isAlarm: false, hasId: true }).content).toBeUndefined();
  });
});
