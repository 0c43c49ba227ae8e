import { expect, test } from 'vitest';
import { TRIP_MILLISECONDS } from '../../../../bench/cost/duration.ts';
import { hashingRow } from '../../../../bench/hashing/hashing-model.ts';

const login = {
  name: 'login',
  cpuMilliseconds: 30,
  tripsInSequence: 3,
  readUnits: 4,
  writeUnits: 16,
  logBytes: 800,
};
const row = (memoryMib: number, measured = login) =>
  hashingRow(memoryMib, {
    verificationMilliseconds: 20,
    login: measured,
    prices: { lambdaGbSecond: 0.000_01 },
  });

test('with one whole processor a verification takes as long as it was measured', () => {
  expect(row(1_769)).toMatchObject({ share: 1, verificationMilliseconds: 20 });
  expect(row(1_769).loginMilliseconds).toBe(30 + 3 * TRIP_MILLISECONDS);
});

test('with half a processor it takes twice as long, and the table is waited for no longer', () => {
  expect(row(1_769 / 2)).toMatchObject({ share: 0.5, verificationMilliseconds: 40 });
  expect(row(1_769 / 2).loginMilliseconds).toBe(60 + 3 * TRIP_MILLISECONDS);
});

test('with more than one nothing is faster, and it costs more', () => {
  const { loginMilliseconds, verificationMilliseconds } = row(1_769);
  expect(row(3_538)).toMatchObject({ share: 1, loginMilliseconds, verificationMilliseconds });
  expect(row(3_538).loginUsd).toBeCloseTo(row(1_769).loginUsd * 2, 12);
});

test('up to one processor its work costs the same, and only the waiting costs more', () => {
  const atWork = { ...login, tripsInSequence: 0 };
  expect(row(1_769 / 2, atWork).loginUsd).toBeCloseTo(row(1_769, atWork).loginUsd, 12);
  const waiting = { ...login, cpuMilliseconds: 0 };
  expect(row(1_769, waiting).loginUsd).toBeCloseTo(row(1_769 / 2, waiting).loginUsd * 2, 12);
});

test('a login costs its gigabyte-seconds', () => {
  const seconds = (30 + 3 * TRIP_MILLISECONDS) / 1_000;
  expect(row(1_769).loginUsd).toBeCloseTo((1_769 / 1_024) * seconds * 0.000_01, 12);
});
