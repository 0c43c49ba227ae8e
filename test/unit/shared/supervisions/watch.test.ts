import { expect, test } from 'vitest';
import { wallClockOf } from '../../../../shared/base/wall-clock.ts';
import { WEEKDAYS } from '../../../../shared/base/weekdays.ts';
import type { Expectation } from '../../../../shared/supervisions/judge.ts';
import type { Supervision } from '../../../../shared/supervisions/supervision.ts';
import { firstWatch, movedWatch } from '../../../../shared/supervisions/watch.ts';

const NOW = new Date('2026-11-20T22:05:00Z');
const windows = [{ weekdays: [...WEEKDAYS], from: '09:00', to: '22:00' }];
const expected: Expectation = {
  kind: 'closing',
  windows,
  exceptions: new Set(),
  clock: wallClockOf('UTC'),
  graceMs: 0,
  everyMs: 0,
};
const supervision: Supervision = {
  id: '01990e2a-6400-7c41-9b7e-5d20f8a3c617',
  tenant_id: 'tenant',
  site_id: 'site',
  name: 'Closed by ten',
  kind: 'closing',
  partition: '1',
  device_id: null,
  windows,
  except: [],
  calendar_id: null,
  grace_minutes: 0,
  every_minutes: null,
  severity: 'high',
  status: 'active',
  extension: null,
  created_at: '2026-11-20T12:00:00.000+00:00',
  updated_at: '2026-11-20T12:00:00.000+00:00',
};

test('What an alert has told of one area or device says nothing about another one, which must raise, too', () => {
  const watch = { judged: '2026-11-20T12:00:00.000+00:00', told: true };
  const toldAfter = (changes: Partial<Supervision>) =>
    firstWatch({ ...supervision, ...changes }, expected, NOW, { entity: supervision, watch }).told;
  expect(toldAfter({ windows: [] })).toBe(true);
  expect(toldAfter({ partition: '2' })).toBeUndefined();
  expect(toldAfter({ device_id: 'another' })).toBeUndefined();
});

test('An extension ends at its time, and not a day later, when the clocks of the site are changed', () => {
  const before = {
    judged: '2026-11-20T22:00:00.000+00:00',
    extended_until: '2026-11-20T22:15:00.000+00:00',
  };
  expect(movedWatch(supervision, expected, NOW, before)).toMatchObject({
    due: before.extended_until,
    extended_until: before.extended_until,
  });
  const { judged } = before;
  expect(movedWatch(supervision, expected, NOW, { judged })).toMatchObject({
    due: '2026-11-21T22:00:00.000+00:00',
  });
});
