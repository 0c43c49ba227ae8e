import { describe, expect, test } from 'vitest';
import { billOf, NOTHING_FREE, tiered, totalOf } from '../../../../bench/cost/bill.ts';
import { ALWAYS_FREE, PRICES } from '../../../../bench/cost/prices.ts';
import type { Usage } from '../../../../bench/cost/usage.ts';
import { NO_STACK } from './no-stack.ts';

const NO_USAGE: Usage = {
  apiRequests: 0,
  lambdaRequests: 0,
  queueRequests: 0,
  fifoQueueRequests: 0,
  lambdaGbSeconds: 0,
  readUnits: 0,
  writeUnits: 0,
  tableGb: 0,
  logGb: 0,
  logStorageGb: 0,
  transferGb: 0,
  traces: 0,
  customMetrics: 0,
  socketMinutes: 0,
  socketMessages: 0,
};

const prices = PRICES['us-east-1'];
const MILLION = 1_000_000;

test('each tier pays its own part only', () => {
  const tiers = [
    { upTo: 10, price: 3 },
    { upTo: 20, price: 2 },
    { upTo: Number.POSITIVE_INFINITY, price: 1 },
  ];
  expect([0, 10, 15, 25].map((amount) => tiered(amount, tiers))).toEqual([0, 30, 40, 55]);
});

test('who uses nothing pays nothing', () => {
  expect(totalOf(billOf(NO_USAGE, NO_STACK, prices, NOTHING_FREE))).toBe(0);
});

test('a million of each costs what the price list says', () => {
  const usage = {
    ...NO_USAGE,
    apiRequests: MILLION,
    lambdaRequests: MILLION,
    queueRequests: MILLION,
    fifoQueueRequests: MILLION,
    socketMinutes: MILLION,
    socketMessages: MILLION,
    readUnits: MILLION,
    writeUnits: MILLION,
  };
  const bill = billOf({ ...usage, traces: MILLION }, NO_STACK, prices, NOTHING_FREE);
  expect(bill['API Gateway requests']).toBeCloseTo(3.5);
  expect(bill['WebSocket connections and messages']).toBeCloseTo(0.25 + 1);
  expect(bill['Lambda requests']).toBeCloseTo(0.2);
  expect(bill['Queue requests']).toBeCloseTo(0.4 + 0.5);
  expect(bill['DynamoDB reads']).toBeCloseTo(0.125);
  expect(bill['DynamoDB writes']).toBeCloseTo(0.625);
  expect(bill['X-Ray traces']).toBeCloseTo(5);
  expect(bill.Firewall).toBe(0);
});

describe('the free tier', () => {
  test('is taken off each line, and never makes one negative', () => {
    const usage = {
      ...NO_USAGE,
      lambdaRequests: MILLION + 5,
      lambdaGbSeconds: 1,
      traces: 100_001,
      customMetrics: 11,
    };
    const bill = billOf(usage, { ...NO_STACK, alarmMetrics: 9 }, prices, ALWAYS_FREE);
    expect(bill['Lambda requests']).toBeCloseTo(5 * prices.lambdaRequest, 12);
    expect(bill['Lambda duration']).toBe(0);
    expect(bill['X-Ray traces']).toBeCloseTo(prices.trace, 12);
    expect(bill['Custom metrics']).toBeCloseTo(0.3);
    expect(bill.Alarms).toBe(0);
  });

  test('of queues is one for both kinds together', () => {
    const paid = (queueRequests: number, fifoQueueRequests: number) =>
      billOf({ ...NO_USAGE, queueRequests, fifoQueueRequests }, NO_STACK, prices, ALWAYS_FREE)[
        'Queue requests'
      ];
    expect(paid(MILLION - 5, 5)).toBe(0);
    expect(paid(MILLION - 5, 7)).toBeCloseTo(2 * prices.fifoQueueRequest, 12);
    expect(paid(MILLION + 1, 1)).toBeCloseTo(prices.queueRequest + prices.fifoQueueRequest, 12);
  });

  test('of logs is one for ingestion and storage together', () => {
    const usage = { ...NO_USAGE, logGb: 4, logStorageGb: 3 };
    const bill = billOf(usage, NO_STACK, prices, ALWAYS_FREE);
    expect(bill['Logs, ingestion']).toBe(0);
    expect(bill['Logs, storage']).toBeCloseTo(2 * prices.logStorage);
  });
});

test('a firewall is paid by its rules and by every request', () => {
  const usage = { ...NO_USAGE, apiRequests: MILLION };
  const { Firewall } = billOf(usage, { ...NO_STACK, webAcls: 1, webAclRules: 4 }, prices, NOTHING_FREE);
  expect(Firewall).toBeCloseTo(5 + 4 + 0.6);
});
