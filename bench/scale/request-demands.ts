import { throttleOf } from '../../lib/cdk/api/throttling.ts';
import { FIREWALL_WINDOW_SECONDS } from '../../lib/cdk/firewall/firewall-rules.ts';
import { billedMilliseconds } from '../cost/duration.ts';
import { findRequest, type MeasuredFunction } from '../cost/measurements.ts';
import { routeOf } from '../cost/request-route.ts';
import { type Demand, type Model, totalOf } from './demand.ts';
import { AWS_LIMITS } from './limits.ts';
import type { Population, Stream } from './load.ts';

/** What requests want before they reach the table. */
export function requestDemands(streams: readonly Stream[], population: Population, model: Model): Demand[] {
  const { accountRequests } = AWS_LIMITS;
  const all = totalOf(streams, () => 1);
  return [
    ...streams.map((stream) => methodDemand(stream, model)),
    ...addressDemands(streams, population, model),
    { kind: 'account', what: 'requests', amount: all, limit: accountRequests.amount },
    ...lambdaDemands(streams, model),
  ];
}

/** Requests to a method, which the stage throttles. */
function methodDemand({ request, perSecond }: Stream, { measured, settings }: Model): Demand {
  const route = routeOf(request, measured);
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

/** Runs of functions: how many begin a second, and how many take place at the same time, each for as long as it takes. */
function lambdaDemands(streams: readonly Stream[], { measured, settings }: Model): Demand[] {
  const { concurrentRuns, runsPerSecond } = AWS_LIMITS;
  const ofRuns = (amountOf: (run: MeasuredFunction) => number) =>
    totalOf(streams, ({ request }) =>
      findRequest(measured, request).functions.reduce((sum, run) => sum + amountOf(run), 0),
    );
  const runningAtOnce = ofRuns((run) => billedMilliseconds(run, settings) / 1_000);
  return [
    { kind: 'Lambda', what: 'runs', amount: ofRuns(() => 1), limit: runsPerSecond.amount },
    { kind: 'Lambda', what: 'concurrent runs', amount: runningAtOnce, limit: concurrentRuns.amount },
  ];
}
