import { probeApiTrigger } from '../../functions/monitoring/probe-api.trigger.ts';
import { API_CHECKS } from '../../shared/probes/check-api.ts';
import { findRequest, type MeasuredFunction, type Measurements } from './measurements.ts';

/** What the probe requests every minute. */
export const PROBE_REQUESTS = API_CHECKS.length;

/**
 * The functions that run every minute for the probe, modelled on a request that was measured and does more: the
 * authorizer, which refuses its token; an endpoint that reads nothing, for the health; and the probe, which waits for
 * both.
 */
export function probeRuns(measured: Measurements): MeasuredFunction[] {
  const { functions } = findRequest(measured, 'read an alert');
  const [authorizer, endpoint] = functions;
  if (!authorizer || !endpoint) throw new Error('A request with a token runs two functions');
  const health = { ...endpoint, tripsInSequence: 0, readUnits: 0, writeUnits: 0 };
  const probe = {
    ...health,
    name: probeApiTrigger.name,
    cpuMilliseconds: authorizer.cpuMilliseconds + health.cpuMilliseconds,
    // The authorizer's call to the table, and the two over the network.
    tripsInSequence: authorizer.tripsInSequence + PROBE_REQUESTS,
  };
  return [authorizer, health, probe];
}

/** The bytes of its two answers, neither of which has more than the smallest that was measured. */
export function probeResponseBytes({ requests }: Measurements): number {
  return PROBE_REQUESTS * Math.min(...requests.map(({ responseBytes }) => responseBytes));
}
