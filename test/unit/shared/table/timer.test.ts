import { expect, test } from 'vitest';
import { readTimerMessage, writeTimerMessage } from '../../../../shared/table/due-timers.ts';
import { TIMER_SHARDS, timerAttributes } from '../../../../shared/table/timer.ts';

const AT = new Date('2026-11-22T12:00:00.000Z');
const id = (last: string) => `019a0000-0000-7000-8000-00000000000${last}`;

test('Timers are spread over all shards by the last digit of the id', () => {
  const shards = [...'0123456789abcdef'].map((digit) => timerAttributes('watch', id(digit), AT).timer);
  expect(shards).toEqual(Array.from({ length: TIMER_SHARDS }, (_, shard) => `watch#${shard}`));
});

test('The due time of a timer is a timestamp of the API', () => {
  expect(timerAttributes('watch', id('a'), AT)).toEqual({
    timer: 'watch#10',
    due: '2026-11-22T12:00:00.000+00:00',
  });
});

test('A message in the queue of timers is unchanged after it is written and read', () => {
  const ownHeartbeat = { checkedAt: AT, resumedAt: new Date(0) };
  for (const message of [
    { kind: 'watch', shard: 15, ownHeartbeat },
    { kind: 'watch', shard: 0, ownHeartbeat: undefined },
  ] as const) {
    expect(readTimerMessage(writeTimerMessage(message))).toEqual(message);
  }
});

test('A message of an unknown kind in the queue of timers is ignored', () => {
  expect(readTimerMessage('{"kind":"from-the-future","shard":3,"more":1}')).toBeUndefined();
});

test.each([
  ['no JSON', '{'],
  ['no shard', '{"kind":"watch"}'],
  ['an unknown shard', '{"kind":"watch","shard":16}'],
  ['an invalid time', '{"kind":"watch","shard":1,"heard":{"checked_at":"x","resumed_at":"y"}}'],
])('A message with %s in the queue of timers throws', (_, body) => {
  expect(() => readTimerMessage(body)).toThrow();
});
