import { expect, test } from 'vitest';
import { isUnproven } from '../../../../../lib/console/state/proof.ts';

const snapshot = (connection: 'live' | 'late' | 'polling' | 'offline', provenAt: Date | undefined) => ({
  connection,
  provenAt,
  at: new Date(0),
});

test.each([
  ['live', 35_001, true],
  ['late', 35_001, true],
  ['live', 35_000, false],
  ['polling', 60_000, false],
] as const)(
  'A screen whose watch says %s %d ms after its last proof is doubted: %s',
  (connection, now, expected) => {
    expect(isUnproven(snapshot(connection, new Date(0)), now)).toBe(expected);
  },
);

test('A screen without a proof yet is not doubted', () => {
  expect(isUnproven(snapshot('live', undefined), 1e9)).toBe(false);
  expect(isUnproven(undefined, 1e9)).toBe(false);
});
