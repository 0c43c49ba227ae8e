import { describe, expect, test } from 'vitest';
import type { Alert } from '../../../../shared/alerts/alert.ts';
import { transition } from '../../../../shared/alerts/transition.ts';
import { makeAlert } from '../../../support/make-alert.ts';

const active = makeAlert({ status: 'active' });
const acknowledged = makeAlert({ status: 'acknowledged', acknowledged_by: 'first', acknowledged_at: 'then' });
const resolved = makeAlert({ status: 'resolved', resolved_by: 'first', resolved_at: 'then' });
const by = { userId: 'second', at: 'now' };

describe('an alert', () => {
  test('that is active is acknowledged with its actor', () => {
    expect(transition(active, 'acknowledge', by)).toEqual({
      outcome: 'changed',
      alert: {
        ...active,
        status: 'acknowledged',
        acknowledged_by: 'second',
        acknowledged_at: 'now',
        updated_at: 'now',
      },
    });
  });

  test.each([active, acknowledged])(
    'that is open is resolved with its actor, keeping who acknowledged it',
    (alert) => {
      expect(transition(alert, 'resolve', by)).toEqual({
        outcome: 'changed',
        alert: { ...alert, status: 'resolved', resolved_by: 'second', resolved_at: 'now', updated_at: 'now' },
      });
    },
  );

  test.each<[Alert, 'acknowledge' | 'resolve']>([
    [acknowledged, 'acknowledge'],
    [resolved, 'resolve'],
  ])('keeps its first actor when an action is repeated', (alert, action) => {
    expect(transition(alert, action, by)).toEqual({ outcome: 'unchanged', alert });
  });

  test('that is resolved is not acknowledged', () => {
    expect(transition(resolved, 'acknowledge', by)).toEqual({ outcome: 'refused' });
  });
});
