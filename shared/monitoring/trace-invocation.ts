import type { Tracer } from '@aws-lambda-powertools/tracer';
import type { MiddlewareObj } from '@middy/core';
import type { Context } from 'aws-lambda';
import type { Invocation } from './invocation.ts';

type Segment = NonNullable<ReturnType<Tracer['getSegment']>>;

/**
 * Gives the invocation a segment of its own in the X-Ray trace, under which the calls to the table then stand. Neither
 * what came in nor what goes out is recorded: both hold passwords and tokens.
 */
export function traceInvocation<Event extends object>(
  name: string,
): MiddlewareObj<Invocation<Event>, unknown, Error, Context> {
  const parents = new WeakMap<object, Segment>();
  const close = ({ event }: { event: Invocation<Event> }) => {
    const parent = parents.get(event);
    if (!parent) return;
    const { tracer } = event.state.runtime;
    tracer.getSegment()?.close();
    tracer.setSegment(parent);
  };
  return {
    before({ event }) {
      const { tracer } = event.state.runtime;
      const parent = tracer.isTracingEnabled() ? tracer.getSegment() : undefined;
      if (!parent) return;
      parents.set(event, parent);
      tracer.setSegment(parent.addNewSubsegment(`## ${name}`));
      tracer.annotateColdStart();
      tracer.addServiceNameAnnotation();
    },
    after: close,
    onError: close,
  };
}
