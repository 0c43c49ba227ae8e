import { expect, test } from 'vitest';
import {
  changeChannels,
  readChannels,
  recordedChannel,
  shownChannel,
} from '../../../../shared/notify/channel.ts';
import { readVersion } from '../../../../shared/table/version.ts';
import { fakeTable } from '../../../support/fake-table.ts';

const STORED = {
  id: '019a0000-0000-7000-8000-000000000001',
  kind: 'push',
  address: 'push.example.com',
  subscription: {
    endpoint: 'https://push.example.com/1',
    keys: { p256dh: 'p', auth: 'a', of_later_release: 1 },
    of_later_release: 2,
  },
  verified_at: '2026-11-20T12:00:30.000+00:00',
  created_at: '2026-11-20T12:00:30.000+00:00',
  of_later_release: 3,
} as const;

const owner = { tenantId: 'acme', userId: 'olga' };

test('A user without a stored item of channels has no channels', () => {
  expect(readChannels(undefined)).toEqual([]);
});

test('Fields that another release stored in a channel are kept when channels change', () => {
  const item = { channels: [STORED], revision: 3 };
  const channels = readChannels(item);
  expect(channels).toEqual([STORED]);
  const added = { ...STORED, id: '019a0000-0000-7000-8000-000000000002' };
  const { write } = changeChannels(
    fakeTable([]).table,
    { owner, channels, stored: item.channels, version: readVersion(item) },
    [...channels, added],
    'w',
  );
  expect(write.Update?.Key).toEqual({ pk: 'TENANT#acme', sk: 'CHANNELS#olga' });
  expect(Object.values(write.Update?.ExpressionAttributeValues ?? {})).toContainEqual([STORED, added]);
});

test('A channel of a kind that only another release knows is not listed, and is kept unchanged when other channels change', () => {
  const later = { id: 'later', kind: 'fax', number: 1 };
  const other = { ...STORED, id: '019a0000-0000-7000-8000-000000000002' };
  const added = { ...STORED, id: '019a0000-0000-7000-8000-000000000003' };
  const item = { channels: [STORED, later, other], revision: 3 };
  const channels = readChannels(item);
  expect(channels).toEqual([STORED, other]);
  const changed = { ...other, address: 'other.example.com' };
  const { write } = changeChannels(
    fakeTable([]).table,
    { owner, channels, stored: item.channels, version: readVersion(item) },
    [changed, added],
    'w',
  );
  expect(Object.values(write.Update?.ExpressionAttributeValues ?? {})).toContainEqual([
    later,
    changed,
    added,
  ]);
});

test('A person is shown no encryption keys or codes of a channel, and the audit log does not contain its address', () => {
  const [channel] = readChannels({ channels: [STORED] });
  if (!channel) throw new Error('No channel');
  expect(Object.keys(shownChannel(channel))).toEqual(['id', 'kind', 'address', 'verified_at', 'created_at']);
  expect(recordedChannel(channel, owner)).toEqual({ id: STORED.id, tenant_id: 'acme', name: 'push' });
});
