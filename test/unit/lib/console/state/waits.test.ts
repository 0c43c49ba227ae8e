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
  [{}, 'The service lets 60 actions a minute through. Your acknowledgement is sent in 24 s.'],
  [
    { operation: 'GET /api/v1/alerts/{alert_id}', endsAt: 900 },
    'The service lets 60 requests a minute through. The alert is read in 1 s.',
  ],
  [
    { operation: 'GET /api/v1/unknown', limitPerMinute: undefined },
    'The service takes no more requests at the moment. This page goes on in 24 s.',
  ],
  [{ code: 'service_unavailable' }, 'The service is busy. Your acknowledgement is sent in 24 s.'],
  [{ code: 'network_error' }, 'The service did not answer. Your acknowledgement is sent in 24 s.'],
  [{ endsAt: -5 }, 'The service lets 60 actions a minute through. Your acknowledgement is sent in 1 s.'],
])('a wait of %j reads: %s', (given, text) => {
  expect(waitText(wait(given), 0)).toBe(text);
});

test('actions of this person come first, and each operation once with its longest wait', () => {
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
