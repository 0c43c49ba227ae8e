import { expect, test } from 'vitest';
import { changesOf, readLiveMessage } from '../../../../../lib/client/watch/live-message.ts';

const changesIn = (message: unknown) => {
  const read = readLiveMessage(JSON.stringify(message));
  return read && changesOf(read);
};

const ALERT = { type: 'alert', action: 'raised', alert: { id: 'a' } };
const DEVICE = { type: 'device', device: { id: 'd' } };
const REMOVED = { type: 'device_removed', device_id: 'd' };

const TEST = { type: 'test', action: 'started', test: { id: 't' } };
const OPENINGS = { type: 'openings', site_id: 's', openings: { state: 'open' } };
const VIEWERS = { type: 'viewers', alert_id: 'a', viewers: [{ user_id: 'u', name: 'Maria' }] };

test.each([ALERT, DEVICE, REMOVED, TEST, OPENINGS, VIEWERS])(
  'A watch takes the WebSocket message %j as one change',
  (change) => {
    expect(changesIn(change)).toEqual([change]);
  },
);

test('A watch reads the changes in a WebSocket message in order', () => {
  expect(changesIn({ type: 'changes', changes: [REMOVED, ALERT, DEVICE] })).toEqual([REMOVED, ALERT, DEVICE]);
});

test.each([
  { type: 'alert' },
  { type: 'alert', alert: null },
  { type: 'alert', alert: 'a' },
  { type: 'alert', alert: {} },
  { type: 'alert', alert: { id: 1 } },
  { type: 'device', device: null },
  { type: 'device', alert: { id: 'a' } },
  { type: 'device_removed' },
  { type: 'test', action: 'started' },
  { type: 'device_removed', device_id: null },
  { type: 'viewers', alert_id: 'a' },
  { type: 'viewers', viewers: [] },
  { type: 'openings', site_id: 's' },
  { type: 'openings', openings: {} },
  { type: 'of a newer service', alert: { id: 'a' } },
  { type: 'changes' },
  { type: ['alert'] },
  null,
  7,
])(
  'A watch ignores an incomplete change in a WebSocket message, but not other changes in the message: %j',
  (change) => {
    expect(changesIn(change) ?? []).toEqual([]);
    expect(changesIn({ type: 'changes', changes: [change, ALERT] })).toEqual([ALERT]);
  },
);
