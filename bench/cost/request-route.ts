import { routes } from '../../functions/routes.ts';
import { throttleOf } from '../../lib/cdk/api/throttling.ts';
import type { StageSettings } from '../../lib/cdk/stage-settings.ts';
import type { Route } from '../../shared/http/route.ts';
import type { RequestName } from './measured-requests.ts';
import { findRequest, type Measurements } from './measurements.ts';
import type { Workload } from './workload.ts';

/** The route of a measured request: its endpoint is the last function that runs. */
export function routeOf(request: RequestName, measured: Measurements): Route {
  const name = findRequest(measured, request).functions.at(-1)?.name;
  const route = routes.find((candidate) => candidate.name === name);
  if (!route) throw new Error(`${request} has no route`);
  return route;
}

/** Whether the stage lets all polls through while every user is there: what else they do is next to nothing. */
export function canPoll(
  { users, poll, pollSeconds }: Workload,
  measured: Measurements,
  settings: StageSettings,
): boolean {
  return users / pollSeconds <= throttleOf(routeOf(poll, measured), settings).requestsPerSecond;
}
