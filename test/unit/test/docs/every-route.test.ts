import { expect, test } from 'vitest';
import { routes } from '../../../../functions/routes.ts';
import { gapsOf } from '../../../docs/every-route.ts';
import { ROUTE_CALLS } from '../../../docs/route-calls.ts';

test('Every route has a call in test/docs/route-calls.ts', () => {
  expect(gapsOf(ROUTE_CALLS, routes)).toEqual([]);
});

test('Routes without a call and calls without a route are gaps', () => {
  const [first] = ROUTE_CALLS;
  expect(gapsOf(ROUTE_CALLS.slice(1), routes)).toEqual([`${first?.route} is never called`]);
  expect(gapsOf([...ROUTE_CALLS, { route: 'open-gate' }], routes)).toEqual(['open-gate is no route']);
});
