import { expect, test } from 'vitest';
import { pooledRandomBytes } from '../../../../shared/base/random.ts';

/** A source that counts its draws, and gives each the bytes 0, 1, 2 … */
function countedSource() {
  const draws: number[] = [];
  const draw = (size: number) => {
    draws.push(size);
    return Uint8Array.from({ length: size }, (_, place) => place & 255);
  };
  return { draws, draw };
}

test('Random bytes of many requests come from one draw, and no byte is returned twice', () => {
  const { draws, draw } = countedSource();
  const random = pooledRandomBytes(draw);
  expect([...random(3), ...random(2), ...random(3)]).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(draws).toHaveLength(1);
});

test('A request for more random bytes than the pool still has draws a new pool', () => {
  const { draws, draw } = countedSource();
  const random = pooledRandomBytes(draw);
  random(1);
  const [size = 0] = draws;
  expect([...random(size - 1)].at(-1)).toBe((size - 1) & 255);
  expect(draws).toHaveLength(1);
  random(size - 1);
  expect([...random(2)]).toEqual([0, 1]);
  expect(draws).toEqual([size, size, size]);
});

test('A request for more random bytes than a pool has draws as many', () => {
  const { draws, draw } = countedSource();
  const random = pooledRandomBytes(draw);
  expect(random(1_000_000)).toHaveLength(1_000_000);
  expect(draws).toEqual([1_000_000]);
});

test('The buffer of returned random bytes contains no other bytes', () => {
  const random = pooledRandomBytes();
  const bytes = random(16);
  expect(bytes.buffer.byteLength).toBe(16);
  expect(Buffer.from(bytes).equals(Buffer.from(random(16)))).toBe(false);
});
