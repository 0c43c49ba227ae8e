import { expect, test } from 'vitest';
import { SETTINGS } from '../../../../bench/cost/baseline.ts';
import { PRICES } from '../../../../bench/cost/prices.ts';
import { priceOf, priceOfMany } from '../../../../bench/cost/request-price.ts';
import { NO_STACK } from './no-stack.ts';

const model = { stack: NO_STACK, prices: PRICES['us-east-1'], settings: SETTINGS };
const nothing = { functions: [], responseBytes: 0 };
const run = {
  name: 'get-alert',
  cpuMilliseconds: 0,
  tripsInSequence: 0,
  readUnits: 0,
  writeUnits: 0,
  logBytes: 0,
};

test('a request that runs nothing costs what API Gateway takes for it, and AWS WAF where it is there', () => {
  expect(priceOf(nothing, model)).toBeCloseTo(3.5e-6, 12);
  const stack = { ...NO_STACK, webAcls: 1 };
  expect(priceOf(nothing, { ...model, stack })).toBeCloseTo(4.1e-6, 12);
});

test('what it takes of the table, of the network and of traces comes on top', () => {
  const price = (work: Partial<typeof run>) =>
    priceOf({ ...nothing, functions: [{ ...run, ...work }] }, model);
  expect(price({ readUnits: 8 }) - price({})).toBeCloseTo(1e-6, 12);
  expect(price({ writeUnits: 8 }) - price({})).toBeCloseTo(5e-6, 12);
  expect(price({ logBytes: 1_000 }) - price({})).toBeCloseTo(0.5e-6, 12);
  expect(priceOf({ ...nothing, responseBytes: 1_000_000 }, model)).toBeCloseTo(3.5e-6 + 90e-6, 12);
  const traced = { ...model, stack: { ...NO_STACK, isTraced: true } };
  expect(priceOf(nothing, traced) - priceOf(nothing, model)).toBeCloseTo(0.25e-6, 12);
});

test('many requests pay what each does, but to API Gateway the price of each tier', () => {
  expect(priceOfMany(nothing, 1_000, model)).toBeCloseTo(1_000 * priceOf(nothing, model), 12);
  const work = { ...nothing, functions: [{ ...run, writeUnits: 8 }] };
  const ofTable = priceOf(work, model) - 3.5e-6;
  expect(priceOfMany(work, 334e6, model)).toBeCloseTo(334e6 * ofTable + 333 * 3.5 + 2.8, 6);
});
