import { expect, test } from 'vitest';
import { type SignOfLife, SignsOfLife } from '../../../../shared/panels/signs-of-life.ts';

const sign = (seconds: number, line = '0'): SignOfLife => ({
  tenantId: 'tenant',
  deviceId: 'panel',
  path: { transport: 'tcp', line },
  at: new Date(seconds * 1_000),
});

test('The first sign of life after half of the supervision time is written at once, and the newest that waits after three quarters', () => {
  const signs = new SignsOfLife();
  expect(signs.take(sign(100), 60)).toBe(true);
  signs.note(sign(100));
  expect(signs.take(sign(105), 60)).toBe(false);
  expect(signs.take(sign(129), 60)).toBe(false);
  expect(signs.takeDue(new Date(144_999))).toEqual([]);
  expect(signs.takeDue(new Date(145_000)).map(({ at }) => at)).toEqual([new Date(129_000)]);
  expect(signs.takeDue(new Date(200_000))).toEqual([]);
  expect(signs.take(sign(130), 60)).toBe(true);
});

test('A sign of life that could not be written is followed by the next one at once', () => {
  const signs = new SignsOfLife();
  expect(signs.take(sign(100), 60)).toBe(true);
  expect(signs.take(sign(101), 60)).toBe(true);
});

test('A sign of life that could not be written is written five seconds later, unless a newer one waits or was written', () => {
  const signs = new SignsOfLife();
  signs.repeat(sign(100), new Date(100_000));
  expect(signs.takeDue(new Date(104_999))).toEqual([]);
  expect(signs.takeDue(new Date(105_000)).map(({ at }) => at)).toEqual([new Date(100_000)]);
  signs.note(sign(110));
  signs.repeat(sign(105), new Date(110_000));
  expect(signs.takeDue('all')).toEqual([]);
  signs.take(sign(115), 60);
  signs.repeat(sign(112), new Date(116_000));
  expect(signs.takeDue('all').map(({ at }) => at)).toEqual([new Date(115_000)]);
});

test('Each path of a panel has signs of life of its own, and a panel without supervision is written every seven and a half minutes', () => {
  const signs = new SignsOfLife();
  signs.note(sign(100));
  expect(signs.take(sign(101, '1'), 60)).toBe(true);
  expect(signs.take(sign(549), null)).toBe(false);
  expect(signs.take(sign(550), null)).toBe(true);
});

test('A written sign of life replaces older ones that wait, and not newer ones', () => {
  const signs = new SignsOfLife();
  signs.note(sign(100));
  signs.take(sign(105), 60);
  signs.note(sign(106));
  expect(signs.takeDue('all')).toEqual([]);
  signs.take(sign(110), 60);
  signs.note(sign(107));
  expect(signs.takeDue('all')).toHaveLength(1);
});
