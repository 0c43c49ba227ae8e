import { expect, test } from 'vitest';
import { endOfConnection } from '../../../../shared/live/connection.ts';

const CONNECTED_AT = new Date('2026-11-20T08:00:00.000Z');
const at = (time: string) => new Date(`2026-11-20T${time}Z`);

test('Connections that were opened together end at random times within ten minutes, before API Gateway closes them', () => {
  const ends = [0, 0.5, 0.9999].map((random) => endOfConnection(CONNECTED_AT, at('23:00:00'), random));
  expect(ends).toEqual([at('09:45:00'), at('09:50:00'), at('09:54:59.940')]);
});

test('A connection ends no later than its session', () => {
  expect(endOfConnection(CONNECTED_AT, at('09:44:59'), 0)).toEqual(at('09:44:59'));
  expect(endOfConnection(CONNECTED_AT, at('09:45:01'), 0)).toEqual(at('09:45:00'));
});
