import type { MiddlewareObj } from '@middy/core';
import type { Context } from 'aws-lambda';
import { type Consumption, meterTable } from '../table/meter-table.ts';
import type { MetricValue } from './publish-metrics.ts';
import type { Runtime, RuntimeSource } from './runtime.ts';

/** What every function knows of the invocation that it is in, whoever called it. */
export interface InvocationState {
  /** The function's runtime, with a table that is metered for this invocation. */
  readonly runtime: Runtime;
  /** The one instant that the whole invocation happens at. */
  readonly now: Date;
  readonly isColdStart: boolean;
  readonly consumed: Consumption;
  /** Waits for the calls to the table that are under way. */
  readonly settle: () => Promise<void>;
  /** Metrics to publish at the end. */
  readonly metrics: MetricValue[];
}

/** An event with the invocation's state beside it. */
export type Invocation<Event, State extends InvocationState = InvocationState> = Event & { state: State };

/** One concern of what lies around a function's handler. */
export type Step<Event> = MiddlewareObj<Invocation<Event>, unknown, Error, Context>;

type Handler<Event, Result> = (event: Event, context: Context) => Promise<Result>;

/**
 * Opens an invocation's state and runs a pipeline with it. Where the runtime cannot be made, because a setting is wrong,
 * that is the error of the invocation, and no step trips over what is missing.
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
      runtime.nameSources(error); // Lambda logs what is thrown
      throw error;
    }
  };
}

function openState(runtime: Runtime): InvocationState {
  const meter = meterTable(runtime);
  return {
    // Not a copy, which would ask for the table.
    runtime: Object.create(runtime, { table: { get: () => meter.table } }),
    now: runtime.clock(),
    isColdStart: runtime.takeColdStart(),
    consumed: meter.consumed,
    settle: meter.settle,
    metrics: [],
  };
}

/**
 * Waits for what is still under way: of calls side by side the first that fails ends the handler, and the others would
 * be in no count. Listed below the steps that tell how the invocation went, so that on the way out
 * it runs before them.
 */
export function settleTableCalls<Event>(): Step<Event> {
  const settle: Step<Event>['after'] = ({ event }) => event.state.settle();
  return { after: settle, onError: settle };
}

/** Publishes what the steps and the handler measured, and what is the same for every function. */
export function publishMetrics<Event>(): Step<Event> {
  const publish: Step<Event>['after'] = ({ event: { state }, context }) => {
    const { runtime, consumed, isColdStart, metrics } = state;
    runtime.publishMetrics([
      ...metrics,
      { name: 'ReadUnits', value: consumed.readUnits },
      { name: 'WriteUnits', value: consumed.writeUnits },
      { name: 'TableCalls', value: consumed.calls },
      { name: 'TableTime', value: consumed.milliseconds },
      ...(isColdStart ? [coldStart(context.functionName)] : []),
    ]);
  };
  return { after: publish, onError: publish };
}

function coldStart(functionName: string): MetricValue {
  return { name: 'ColdStart', value: 1, dimensions: { function_name: functionName } };
}
