import { expect, test } from 'vitest';
import {
  type Reminding,
  readReminding,
  remindAfterOf,
  remindAt,
  reminderTimer,
} from '../../../../shared/alerts/reminder.ts';
import type { AlertSeverity } from '../../../../shared/base/severities.ts';

const id = '019a0000-0000-7000-8000-00000000000a';
const at = '2026-01-01T00:00:00.000+00:00';

test.each<[string, AlertSeverity, string | null, Reminding, string | undefined]>([
  ['critical, as usual', 'critical', at, {}, '2026-01-01T00:30:00.000Z'],
  ['high, as usual', 'high', at, {}, undefined],
  ['high, with a setting', 'high', at, { remindAfter: 120 }, '2026-01-01T02:00:00.000Z'],
  ['critical, turned off', 'critical', at, { remindAfter: 0 }, undefined],
  ['not acknowledged', 'critical', null, {}, undefined],
  [
    'with later work',
    'critical',
    at,
    { workedAt: '2026-01-01T00:10:00.000+00:00' },
    '2026-01-01T00:40:00.000Z',
  ],
  [
    'with work before the acknowledgement',
    'critical',
    at,
    { workedAt: '2025-12-31T23:50:00.000+00:00' },
    '2026-01-01T00:30:00.000Z',
  ],
  [
    'high, back from parking without work since, because nobody may have heard it',
    'high',
    at,
    { workedAt: '2026-01-01T03:00:00.000+00:00', returnedAt: '2026-01-01T03:00:00.000+00:00' },
    '2026-01-01T03:30:00.000Z',
  ],
  [
    'high, back from parking with work since',
    'high',
    at,
    { workedAt: '2026-01-01T03:01:00.000+00:00', returnedAt: '2026-01-01T03:00:00.000+00:00' },
    undefined,
  ],
  [
    'high, acknowledged again after it was back',
    'high',
    '2026-01-01T03:06:00.000+00:00',
    { workedAt: '2026-01-01T03:00:00.000+00:00', returnedAt: '2026-01-01T03:00:00.000+00:00' },
    undefined,
  ],
])('When an acknowledged alert is active again: %s', (_, severity, acknowledged_at, reminding, due) => {
  expect(remindAt({ severity, acknowledged_at }, reminding)?.toISOString()).toBe(due);
});

test('An alert stores the setting of its tenant only if it is not the usual one', () => {
  const usual = { critical: 30 };
  expect(remindAfterOf(usual, 'critical')).toEqual({});
  expect(remindAfterOf(usual, 'high')).toEqual({});
  expect(remindAfterOf({}, 'critical')).toEqual({ remind_after: 0 });
  expect(remindAfterOf({ high: 60 }, 'high')).toEqual({ remind_after: 60 });
  expect(readReminding(remindAfterOf({}, 'critical'))).toEqual({ remindAfter: 0, workedAt: undefined });
});

test('A drill has no reminder', () => {
  const alert = { id, severity: 'critical', acknowledged_at: at } as const;
  expect(reminderTimer(alert, {})).toEqual({ timer: 'reminder#10', due: '2026-01-01T00:30:00.000+00:00' });
  expect(reminderTimer({ ...alert, drill: true }, {})).toEqual({});
});
