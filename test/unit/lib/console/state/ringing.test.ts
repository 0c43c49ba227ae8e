import { expect, test } from 'vitest';
import {
  countUnopened,
  isNew,
  type LookedAt,
  lookedAtText,
  nextRinging,
  readLookedAt,
  withLook,
  withoutAcknowledged,
} from '../../../../../lib/console/state/ringing.ts';
import { idOf, makeAlert } from '../make-alert.ts';

const NOTHING: LookedAt = new Map();
const critical = (number: number, fields = {}) =>
  makeAlert({ id: idOf(number), severity: 'critical', ...fields });

test('An alert that rings is new on the desk until the person has opened it, and again when its severity rises', () => {
  const alert = makeAlert({ severity: 'high', type: 'fire' });
  expect(isNew(alert, NOTHING)).toBe(true);
  const lookedAt = withLook(NOTHING, alert);
  expect(isNew(alert, lookedAt)).toBe(false);
  expect(isNew({ ...alert, severity: 'critical' }, lookedAt)).toBe(true);
  expect(isNew({ ...alert, escalation_level: 1, severity: 'low' }, lookedAt)).toBe(false);
});

test('An alert that the person has opened is new again if it is active again after an acknowledgement', () => {
  const lookedAt = [critical(1), critical(2)].reduce(withLook, NOTHING);
  const after = withoutAcknowledged(lookedAt, [critical(1, { status: 'acknowledged' }), critical(2)]);
  expect([1, 2].map((number) => isNew(critical(number), after))).toEqual([true, false]);
  expect(withoutAcknowledged(after, [critical(2)])).toBe(after);
});

test.each([
  ['acknowledged', { status: 'acknowledged' }],
  ['not urgent', { severity: 'low' }],
] as const)('On the desk, an alert that is %s makes no sound and is not marked as new', (_, fields) => {
  expect(isNew(critical(1, fields), NOTHING)).toBe(false);
});

test('Acting on several alerts says how many critical ones nobody has acknowledged and the person has not opened', () => {
  const lookedAt = withLook(NOTHING, critical(1));
  const alerts = [
    critical(1),
    critical(2),
    critical(3, { status: 'acknowledged' }),
    makeAlert({ id: idOf(4), severity: 'high', type: 'fire' }),
  ];
  expect(countUnopened(alerts, lookedAt)).toBe(1);
});

test('The next alert that rings is the worst and oldest new one, even if the open alert is worse', () => {
  const open = [
    makeAlert({ id: idOf(1), severity: 'high', type: 'fire' }),
    critical(4),
    critical(3),
    critical(2),
    critical(0, { status: 'acknowledged' }),
  ];
  const lookedAt = withLook(NOTHING, critical(2));
  expect(nextRinging(open, NOTHING, undefined)?.id).toBe(idOf(2));
  expect(nextRinging(open, lookedAt, idOf(2))?.id).toBe(idOf(3));
  const all = [4, 3].reduce((before, number) => withLook(before, critical(number)), lookedAt);
  expect(nextRinging(open, all, idOf(4))?.id).toBe(idOf(1));
});

test('If no alert is new, the desk leads through all that still ring, one after the other, and from the last to the first', () => {
  const open = [critical(1), critical(2), critical(3)];
  const lookedAt = open.reduce(withLook, NOTHING);
  expect(nextRinging(open, lookedAt, undefined)?.id).toBe(idOf(1));
  expect(nextRinging(open, lookedAt, idOf(1))?.id).toBe(idOf(2));
  expect(nextRinging(open, lookedAt, idOf(3))?.id).toBe(idOf(1));
  expect(nextRinging([critical(1)], lookedAt, idOf(1))?.id).toBe(idOf(1));
  expect(nextRinging([], lookedAt, undefined)).toBeUndefined();
});

test('What a person has looked at survives a reload, and unreadable text counts as nothing', () => {
  const lookedAt = [critical(1), makeAlert({ id: idOf(2), severity: 'low' })].reduce(withLook, NOTHING);
  expect(readLookedAt(lookedAtText(lookedAt))).toEqual(lookedAt);
  for (const text of [null, '', 'x', '= =critical', 'a=urgent', '{"a":1}']) {
    expect([...readLookedAt(text).keys()].filter((id) => id !== '')).toEqual([]);
  }
});

test('The desk remembers the 500 alerts that a person looked at last', () => {
  let lookedAt = NOTHING;
  for (let number = 0; number < 500; number++) lookedAt = withLook(lookedAt, critical(number));
  lookedAt = withLook(withLook(lookedAt, critical(0)), critical(500));
  expect(lookedAt.size).toBe(500);
  expect(lookedAt.has(idOf(0))).toBe(true);
  expect(lookedAt.has(idOf(1))).toBe(false);
});
