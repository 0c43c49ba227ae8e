import { expect, test } from 'vitest';
import { listedWaits, type Waiting, waitText } from '../../../../../lib/console/state/waits.ts';

const ACKNOWLEDGE = 'POST /api/v1/alerts/{alert_id}/acknowledge';
const wait = (given: Partial<Waiting>): Waiting => ({
  operation: ACKNOWLEDGE,
  code: 'too_many_requests',
  limitPerMinute: 60,
  endsAt: 24_000,
  ...given,
});

test.each([
  [{}, 'The service allows 60 actions a minute. Your acknowledgement is sent in 24 s.'],
  [
    { operation: 'GET /api/v1/alerts/{alert_id}', endsAt: 900 },
    'The service allows 60 requests a minute. The alert is read in 1 s.',
  ],
  [
    { operation: 'PATCH /api/v1/sites/{site_id}', limitPerMinute: undefined },
    'The service accepts no more requests at the moment. This page continues in 24 s.',
  ],
  [
    { operation: 'GET /api/v1/sites/{site_id}/devices' },
    'The service allows 60 requests a minute. The devices are read in 24 s.',
  ],
  [
    { operation: 'GET /api/v1/alerts/{alert_id}/events' },
    'The service allows 60 requests a minute. The history is read in 24 s.',
  ],
  [{ code: 'service_unavailable' }, 'The service is busy. Your acknowledgement is sent in 24 s.'],
  [{ code: 'network_error' }, 'The service did not answer. Your acknowledgement is sent in 24 s.'],
  [{ endsAt: -5 }, 'The service allows 60 actions a minute. Your acknowledgement is sent in 1 s.'],
])('The console describes the wait %j before a retry as: %s', (given, text) => {
  expect(waitText(wait(given), 0)).toBe(text);
});

test('The console shows each operation’s longest wait for a rate limit, beginning with operations that the user started', () => {
  const list = { operation: 'GET /api/v1/alerts' };
  const note = { operation: 'POST /api/v1/alerts/{alert_id}/notes' };
  const waits = [
    wait({ ...list, endsAt: 1 }),
    wait({ endsAt: 9 }),
    wait({ endsAt: 5 }),
    wait({ ...note, endsAt: 7 }),
  ];
  expect(listedWaits(waits).map(({ operation, endsAt }) => [operation, endsAt])).toEqual([
    [note.operation, 7],
    [ACKNOWLEDGE, 9],
    [list.operation, 1],
  ]);
});
