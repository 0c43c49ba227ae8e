import { routes } from '../../functions/routes.ts';
import { FIREWALL_WINDOW_SECONDS } from '../../lib/firewall-rules.ts';
import { throttleOf } from '../../lib/throttling.ts';
import { billedMilliseconds } from '../cost/duration.ts';
import { findRequest } from '../cost/measurements.ts';
import { type Demand, type Model, totalOf } from './demand.ts';
import { AWS_LIMITS } from './limits.ts';
import type { Population, Stream } from './load.ts';

/** What requests want before they reach the table. */
export function requestDemands(streams: readonly Stream[], population: Population, model: Model): Demand[] {
  const { accountRequests, concurrentRuns } = AWS_LIMITS;
  const all = totalOf(streams, () => 1);
  const runs = runningAtOnce(streams, model);
  return [
    ...streams.map((stream) => methodDemand(stream, model)),
    ...addressDemands(streams, population, model),
    { kind: 'account', what: 'requests', amount: all, limit: accountRequests.amount },
    { kind: 'Lambda', what: 'concurrent runs', amount: runs, limit: concurrentRuns.amount },
  ];
}

/** Requests to a method, which the stage throttles. */
function methodDemand({ request, perSecond }: Stream, { measured, settings }: Model): Demand {
  const name = findRequest(measured, request).functions.at(-1)?.name;
  const route = routes.find((candidate) => candidate.name === name);
  if (!route) throw new Error(`${request} has no route`);
  const limit = throttleOf(route, settings).requestsPerSecond;
  return { kind: 'throttle', what: `${route.method} ${route.path}`, amount: perSecond, limit };
}

/** Requests of one client address, which the firewall and the login's counter bound. */
function addressDemands(
  streams: readonly Stream[],
  { addresses }: Population,
  { settings }: Model,
): Demand[] {
  const all = totalOf(streams, () => 1);
  const logins = totalOf(streams, ({ request }) => (request === 'login' ? 1 : 0));
  const requestLimit = settings.firewallRequestsPerAddress / FIREWALL_WINDOW_SECONDS;
  const loginLimit = settings.loginRequestsPerAddressPerMinute / 60;
  return [
    { kind: 'address', what: 'requests', amount: all / addresses, limit: requestLimit },
    { kind: 'address', what: 'logins', amount: logins / addresses, limit: loginLimit },
  ];
}

/** Runs of functions that take place at the same time, on average: how many begin a second, times how long each takes. */
function runningAtOnce(streams: readonly Stream[], { measured, settings }: Model): number {
  const milliseconds = ({ request }: Stream) =>
    findRequest(measured, request).functions.reduce((sum, run) => sum + billedMilliseconds(run, settings), 0);
  return totalOf(streams, milliseconds) / 1_000;
}
