import type { Tracer } from '@aws-lambda-powertools/tracer';
import type { MiddlewareObj } from '@middy/core';
import type { Context } from 'aws-lambda';
import { ApiError } from '../errors.ts';
import type { Invocation } from './invocation.ts';

type Segment = NonNullable<ReturnType<Tracer['getSegment']>>;

interface OpenSegment {
  readonly segment: Segment;
  readonly parent: Segment;
}

/**
 * Gives the invocation a segment of its own in the X-Ray trace, under which the calls to the table then stand. Neither
 * what came in nor what goes out is recorded: both hold passwords and tokens. Only what nobody expected is a fault.
 */
export function traceInvocation<Event extends object>(
  name: string,
): MiddlewareObj<Invocation<Event>, unknown, Error, Context> {
  const open = new WeakMap<object, OpenSegment>();
  const close = (event: Invocation<Event>) => {
    const { segment, parent } = open.get(event) ?? {};
    if (!segment || !parent) return;
    segment.close();
    event.state.runtime.tracer.setSegment(parent);
  };
  return {
    before({ event }) {
      const { tracer } = event.state.runtime;
      const parent = tracer.isTracingEnabled() ? tracer.getSegment() : undefined;
      if (!parent) return;
      const segment = parent.addNewSubsegment(`## ${name}`);
      open.set(event, { segment, parent });
      tracer.setSegment(segment);
      tracer.annotateColdStart();
      tracer.addServiceNameAnnotation();
    },
    after({ event }) {
      close(event);
    },
    onError({ event, error }) {
      if (error && !(error instanceof ApiError)) event.state.runtime.tracer.addErrorAsMetadata(error);
      close(event);
    },
  };
}
