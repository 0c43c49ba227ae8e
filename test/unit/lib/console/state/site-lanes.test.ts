import { expect, test } from 'vitest';
import type { Alert, SiteTest } from '../../../../../lib/client/types.ts';
import { siteLanes } from '../../../../../lib/console/state/site-lanes.ts';
import { makeSiteTest } from '../../../../support/make-site-test.ts';
import { idOf, makeAlert } from '../make-alert.ts';

const lanes = (alerts: readonly Alert[], tests: readonly SiteTest[] = []) =>
  Object.fromEntries(
    siteLanes({ alerts, tests }, { silence: 'Silent', test: 'On test' }).map(({ name, spans }) => [
      name,
      spans,
    ]),
  );
const FROM = Date.parse('2026-11-20T12:00:00.000+00:00');
const SILENCE = { type: 'device-offline', raised_by: { kind: 'system', id: null, name: 'Guard' } } as const;

test('An alert is in the lane of its severity until it is resolved, in its newest version', () => {
  const open = makeAlert({ severity: 'low' });
  const resolved = { ...open, status: 'resolved', version: 2, resolved_at: '2026-11-20T12:05:00Z' } as const;
  expect(lanes([open])['Low']).toEqual([
    { id: open.id, text: 'Smoke detected', from: FROM, until: undefined },
  ]);
  expect(lanes([resolved, open])['Low']).toMatchObject([{ until: FROM + 300_000 }]);
  expect(lanes([open, resolved])['Low']).toHaveLength(1);
});

test('The silence of a device has its own lane, in which the device is named; an alert that a person raised has not', () => {
  const silence = makeAlert({ ...SILENCE, device_name: 'Gate', severity: 'high' });
  const byPerson = makeAlert({ id: idOf(2), type: 'device-offline', severity: 'high' });
  const { Silent, High } = lanes([silence, byPerson]);
  expect([Silent, High]).toMatchObject([[{ text: 'Gate' }], [{ id: byPerson.id }]]);
});

test('What was recorded on test is in no lane of alerts, and the tests have a lane', () => {
  const recorded = makeAlert({ test_id: 'test', severity: 'high' });
  const ended = makeSiteTest({ ended_at: '2026-11-20T12:20:00.000+00:00', reason: 'Service', version: 2 });
  const all = lanes(
    [recorded, makeAlert({ ...SILENCE, id: idOf(2), test_id: 'test' })],
    [makeSiteTest(), ended],
  );
  expect([all['High'], all['Silent']]).toEqual([[], []]);
  expect(all['On test']).toMatchObject([{ text: 'Service', until: FROM + 1_200_000 }]);
});
