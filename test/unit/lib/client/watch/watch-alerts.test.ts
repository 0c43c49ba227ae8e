import { expect, test } from 'vitest';
import { watchableAlerts } from '../../../../../lib/client/watch/watch-alerts.ts';
import { makeSiteTest } from '../../../../support/make-site-test.ts';
import { makeAlert } from '../../console/make-alert.ts';

test('A watch of alerts holds only alerts, and passes messages about a site on test to a callback', () => {
  const received: unknown[] = [];
  const [alert, siteTest] = [makeAlert(), makeSiteTest()];
  const { itemIn } = watchableAlerts({}, { onTest: (it) => received.push(it) });
  expect(itemIn({ type: 'test', action: 'started', test: siteTest })).toBeUndefined();
  expect(itemIn({ type: 'alert', action: 'raised', alert })).toBe(alert);
  expect(received).toEqual([siteTest]);
  expect(watchableAlerts({}).itemIn({ type: 'test', action: 'ended', test: siteTest })).toBeUndefined();
});

test('A watch of alerts passes on who has the open alert open', () => {
  const received: unknown[] = [];
  const change = { type: 'viewers', alert_id: 'a', viewers: [{ user_id: 'u', name: 'Maria' }] } as const;
  const { itemIn } = watchableAlerts({}, { onViewers: (...it) => received.push(it) });
  expect(itemIn(change)).toBeUndefined();
  expect(received).toEqual([['a', change.viewers]]);
  expect(watchableAlerts({}).itemIn(change)).toBeUndefined();
});
