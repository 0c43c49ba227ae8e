import { expect, test } from 'vitest';
import { batchesOf } from '../../../../shared/lambda/send-messages.ts';

const messages = (count: number, bytes: number) =>
  Array.from({ length: count }, (_, place) => ({ body: String(place).padEnd(bytes, 'x') }));

test.each([
  [0, 10, []],
  [10, 10, [10]],
  [11, 10, [10, 1]],
  [25, 10, [10, 10, 5]],
  [4, 100_000, [2, 2]],
  [2, 200_001, [1, 1]],
])('%i messages of %i bytes are sent in their order, in batches of %j', (count, bytes, sizes) => {
  const all = messages(count, bytes);
  const batches = batchesOf(all);
  expect(batches.map(({ length }) => length)).toEqual(sizes);
  expect(batches.flat()).toEqual(all);
});

test('the bytes of a message are counted, not its characters', () => {
  expect(batchesOf([{ body: 'ä'.repeat(60_000) }, { body: 'ä'.repeat(60_000) }])).toHaveLength(2);
});
