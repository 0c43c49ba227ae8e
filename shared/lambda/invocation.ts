import type { MiddlewareObj } from '@middy/core';
import type { Context } from 'aws-lambda';
import { type Consumption, meterTable } from '../table/meter-table.ts';
import type { InvocationLine, MetricValue } from './metrics.ts';
import type { Runtime, RuntimeSource } from './runtime.ts';

export interface InvocationState {
  /** The function's runtime, with a table that is metered for this invocation. */
  readonly runtime: Runtime;
  /** Measures the time of the whole invocation. */
  readonly now: Date;
  readonly isColdStart: boolean;
  readonly consumed: Consumption;
  /** Waits until no call to the table is pending. */
  readonly settle: () => Promise<void>;
  readonly metrics: MetricValue[];
  /** The log line of the invocation, which is written together with the metrics. */
  line: InvocationLine | undefined;
}

export type Invocation<Event, State extends InvocationState = InvocationState> = Event & { state: State };

/** A step of the pipeline around a function's handler. */
export type Step<Event> = MiddlewareObj<Invocation<Event>, unknown, Error, Context>;

type Handler<Event, Result> = (event: Event, context: Context) => Promise<Result>;

/**
 * Runs a pipeline with a new state for each invocation. If a wrong setting makes the runtime fail, the invocation fails
 * before any step.
 */
export function withInvocation<Event, Result>(
  source: RuntimeSource,
  pipeline: Handler<Invocation<Event>, Result>,
): Handler<Event, Result> {
  return async (event, context) => {
    const runtime = source();
    try {
      return await pipeline(Object.assign({}, event, { state: openState(runtime) }), context);
    } catch (error) {
      runtime.nameSources(error); // maps the stack trace, because Lambda logs what is thrown
      throw error;
    }
  };
}

function openState(runtime: Runtime): InvocationState {
  const meter = meterTable(runtime);
  return {
    // Copying the runtime would connect the table already.
    runtime: Object.create(runtime, { table: { get: () => meter.table } }),
    now: runtime.clock(),
    isColdStart: runtime.takeColdStart(),
    consumed: meter.consumed,
    settle: meter.settle,
    metrics: [],
    line: undefined,
  };
}

/**
 * Makes the step that waits for pending calls to the table: after the first of several concurrent calls fails, the handler
 * ends, but the other calls must be counted, too. It is listed after the steps that log and measure, so that its `after` runs
 * before theirs.
 */
export function settleTableCalls<Event>(): Step<Event> {
  const settle: Step<Event>['after'] = ({ event }) => event.state.settle();
  return { after: settle, onError: settle };
}

/** The fields of an invocation's log line that show its time and its use of the table. */
export function workOf({ runtime, now, consumed, isColdStart }: InvocationState) {
  return {
    duration_ms: runtime.clock().getTime() - now.getTime(),
    read_units: consumed.readUnits,
    write_units: consumed.writeUnits,
    table_calls: consumed.calls,
    table_ms: consumed.milliseconds,
    table_retries: consumed.retries,
    cold_start: isColdStart,
  };
}

/**
 * Makes the step that publishes the metrics of the steps and of the handler, together with the log line, and counts cold
 * starts.
 */
export function publishMetrics<Event>(): Step<Event> {
  const publish: Step<Event>['after'] = ({ event: { state } }) => {
    const { runtime, isColdStart, metrics, line } = state;
    if (isColdStart) metrics.push({ name: 'ColdStart', value: 1 });
    runtime.publishMetrics(metrics, line);
  };
  return { after: publish, onError: publish };
}
