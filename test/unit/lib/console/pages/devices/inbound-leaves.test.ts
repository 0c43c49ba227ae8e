import { expect, test } from 'vitest';
import {
  leavesOf,
  roleOf,
  verdictOf,
  withRole,
  withVerdict,
} from '../../../../../../lib/console/pages/devices/inbound-leaves.ts';
import { formatOf } from '../../../../../../shared/inbound/formats.ts';
import { readMessages } from '../../../../../../shared/inbound/read-body.ts';

const body = '{"alerts":[{"labels":{"site":"a"},"status":"firing"},{"status":"x"}],"empty":null,"n":0}';

test('The fields of a message have the paths of a mapping; of a list the first entry counts', () => {
  expect(leavesOf({ body, topic: 'a/b' })).toEqual([
    { path: 'topic', value: 'a/b' },
    { path: 'alerts.0.labels.site', value: 'a' },
    { path: 'alerts.0.status', value: 'firing' },
    { path: 'n', value: '0' },
  ]);
});

test('A message that is no JSON, or was cut, has no fields', () => {
  expect(leavesOf({ body: '<a>1</a>', topic: null })).toEqual([]);
  expect(leavesOf({ body: body.slice(0, 40), topic: null })).toEqual([]);
});

test('Each path that the console offers is one that the service finds', () => {
  const [message] = readMessages({
    bytes: Buffer.from(body),
    contentType: undefined,
    topic: undefined,
    isRetained: undefined,
    query: {},
  });
  for (const { path, value } of leavesOf({ body, topic: null })) {
    const mapping = withVerdict(withRole({}, path, 'state'), value, 'alarm');
    const reading = message && formatOf('generic', mapping).read(message);
    expect(reading?.signals, path).toHaveLength(1);
  }
});

test('A field has one role, and a role has one field', () => {
  const first = withRole(withRole({ type: 'fire' }, 'a', 'state'), 'b', 'thing');
  expect(first).toEqual({ type: 'fire', state: 'a', thing: 'b' });
  const moved = withRole(first, 'b', 'state');
  expect(moved).toEqual({ type: 'fire', state: 'b' });
  expect([roleOf(moved, 'a'), roleOf(moved, 'b')]).toEqual([undefined, 'state']);
  expect(withRole(moved, 'b', undefined)).toEqual({ type: 'fire' });
});

test('A value means one thing, in any case', () => {
  const alarm = withVerdict({}, 'open', 'alarm');
  expect(verdictOf(alarm, 'Open')).toBe('alarm');
  const end = withVerdict(alarm, 'OPEN', 'restore');
  expect(end).toEqual({ restore_values: ['OPEN'] });
  expect(withVerdict(end, 'open', undefined)).toEqual({});
});
