import { expect, test } from 'vitest';
import { routes } from '../../../../functions/routes.ts';
import { gapsOf } from '../../../docs/every-route.ts';
import { ROUTE_CALLS } from '../../../docs/route-calls.ts';

test('the check of the documents calls every route: give a new one its call in test/docs/route-calls.ts', () => {
  expect(gapsOf(ROUTE_CALLS, routes)).toEqual([]);
});

test('a route without a call and a call without a route are gaps', () => {
  const [first] = ROUTE_CALLS;
  expect(gapsOf(ROUTE_CALLS.slice(1), routes)).toEqual([`${first?.route} is never called`]);
  expect(gapsOf([...ROUTE_CALLS, { route: 'open-gate' }], routes)).toEqual(['open-gate is no route']);
});
