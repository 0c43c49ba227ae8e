import { expect, test } from 'vitest';
import type { Alert } from '../../../../shared/alerts/alert.ts';
import { transition } from '../../../../shared/alerts/transition.ts';
import { makeAlert } from '../../../support/make-alert.ts';

const active = makeAlert({ status: 'active' });
const acknowledged = makeAlert({ status: 'acknowledged', acknowledged_by: 'first', acknowledged_at: 'then' });
const resolved = makeAlert({ status: 'resolved', resolved_by: 'first', resolved_at: 'then' });
const at = '2026-01-01T00:01:00.000+00:00';
const by = { actor: { kind: 'user', id: 'second', name: 'Sam' }, at } as const;

test('Acknowledging an active alert records the actor', () => {
  expect(transition(active, 'acknowledge', by)).toEqual({
    outcome: 'changed',
    alert: {
      ...active,
      status: 'acknowledged',
      acknowledged_by: 'second',
      acknowledged_by_name: 'Sam',
      acknowledged_at: at,
      updated_at: at,
      version: 2,
    },
  });
});

test.each([active, acknowledged])(
  'Resolving an open alert records the actor, and keeps who acknowledged it',
  (alert) => {
    expect(transition(alert, 'resolve', { ...by, resolution: 'false_alarm' })).toEqual({
      outcome: 'changed',
      alert: {
        ...alert,
        status: 'resolved',
        resolved_by: 'second',
        resolved_by_name: 'Sam',
        resolved_at: at,
        resolution: 'false_alarm',
        updated_at: at,
        version: alert.version + 1,
      },
    });
  },
);

test.each<[Alert, 'acknowledge' | 'resolve']>([
  [acknowledged, 'acknowledge'],
  [resolved, 'resolve'],
])('Repeating an action on an alert keeps the first actor', (alert, action) => {
  expect(transition(alert, action, by)).toEqual({ outcome: 'unchanged', alert });
});

test('A resolved alert cannot be acknowledged', () => {
  expect(transition(resolved, 'acknowledge', by)).toEqual({ outcome: 'refused' });
});
