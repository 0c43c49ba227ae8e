import { tickTimersTrigger } from '../../functions/timers/tick-timers.trigger.ts';
import { findRequest, type MeasuredFunction, type Measurements } from './measurements.ts';
import { PROBE_REQUESTS, probeResponseBytes, probeRuns } from './probe.ts';

/** What happens every minute, whether anybody calls or not. */
export interface Minutely {
  readonly runs: readonly MeasuredFunction[];
  /** How many of the runs a schedule starts: the others are those of requests. */
  readonly schedules: number;
  /** Requests to the API. */
  readonly requests: number;
  readonly responseBytes: number;
}

/** What every minute takes, with functions that schedules start as they were measured. */
export function minutelyOf(scheduled: readonly MeasuredFunction[], measured: Measurements): Minutely {
  const { functions: reportRuns, responseBytes } = findRequest(measured, 'report a heartbeat');
  const waiting = scheduled.map((run) =>
    run.name === tickTimersTrigger.name ? whileReporting(run, reportRuns) : run,
  );
  return {
    runs: [...waiting, ...reportRuns, ...probeRuns(measured)],
    // The probe is scheduled too.
    schedules: scheduled.length + 1,
    requests: PROBE_REQUESTS + 1,
    responseBytes: probeResponseBytes(measured) + responseBytes,
  };
}

/**
 * The tick while it waits for its own report, which is a heartbeat as any other: for the functions that it runs, for what they
 * call, and for the way over the network, taken for one call more.
 */
function whileReporting(tick: MeasuredFunction, reportRuns: readonly MeasuredFunction[]): MeasuredFunction {
  const sum = (amountOf: (run: MeasuredFunction) => number) =>
    reportRuns.reduce((total, run) => total + amountOf(run), 0);
  return {
    ...tick,
    cpuMilliseconds: tick.cpuMilliseconds + sum((run) => run.cpuMilliseconds),
    tripsInSequence: tick.tripsInSequence + sum((run) => run.tripsInSequence) + 1,
  };
}
