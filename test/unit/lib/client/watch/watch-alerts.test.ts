import { expect, test } from 'vitest';
import { watchableAlerts } from '../../../../../lib/client/watch/watch-alerts.ts';
import { makeSiteTest } from '../../../../support/make-site-test.ts';
import { makeAlert } from '../../console/make-alert.ts';

test('A watch of alerts holds only alerts, and passes messages about a site on test to a callback', () => {
  const received: unknown[] = [];
  const [alert, siteTest] = [makeAlert(), makeSiteTest()];
  const { itemIn } = watchableAlerts({}, (it) => received.push(it));
  expect(itemIn({ type: 'test', action: 'started', test: siteTest })).toBeUndefined();
  expect(itemIn({ type: 'alert', action: 'raised', alert })).toBe(alert);
  expect(received).toEqual([siteTest]);
  expect(watchableAlerts({}).itemIn({ type: 'test', action: 'ended', test: siteTest })).toBeUndefined();
});
