import type { Route } from '../../shared/http/route.ts';
import { callApi } from './guard-api.ts';
import { type Known, ROUTE_CALLS, type RouteCall } from './route-calls.ts';

/** What is wrong with the list of calls: routes that it leaves out, and names of none. */
export function gapsOf(calls: readonly RouteCall[], routes: readonly Route[]): string[] {
  const [called, names] = [calls.map(({ route }) => route), routes.map(({ name }) => name)];
  return [
    ...names.filter((name) => !called.includes(name)).map((name) => `${name} is never called`),
    ...called.filter((name) => !names.includes(name)).map((name) => `${name} is no route`),
  ];
}

/** Calls every route of a running service. Throws what was not answered with the success that the route declares. */
export async function callEveryRoute(baseUrl: string, routes: readonly Route[]): Promise<void> {
  const gaps = gapsOf(ROUTE_CALLS, routes);
  if (gaps.length > 0)
    throw new Error(`Give each route a call in test/docs/route-calls.ts: ${gaps.join(', ')}`);
  const wrong: string[] = [];
  let known: Known = {};
  for (const call of ROUTE_CALLS) {
    const route = routes.find(({ name }) => name === call.route);
    if (!route) continue;
    const request = `${route.method} ${pathOf(route, known)}`;
    const answer = await callApi(baseUrl, request, {
      ...(call.as ? { token: known[call.as] } : {}),
      ...(call.json ? { json: call.json(known) } : {}),
    });
    if (answer.status === route.response.status) known = { ...known, ...call.learn?.(answer) };
    else
      wrong.push(
        `${request}: ${answer.status} instead of ${route.response.status}: ${answer.text.slice(0, 500)}`,
      );
  }
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
}

function pathOf({ path }: Route, known: Known): string {
  return path.replace(/\{(\w+)\}/g, (_, parameter: string) => known[parameter] ?? `unknown-${parameter}`);
}
