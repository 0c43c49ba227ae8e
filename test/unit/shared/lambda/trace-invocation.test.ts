import type { Tracer } from '@aws-lambda-powertools/tracer';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../../shared/errors.ts';
import { callEndpoint } from '../../../support/call-endpoint.ts';

/** A tracer that notes what is done to it. */
function fakeTracer({ isEnabled = true, isTraced = true } = {}) {
  const done: unknown[] = [];
  const segment = { name: 'segment', close: () => done.push('close') };
  const parent = {
    name: 'parent',
    addNewSubsegment(name: string) {
      done.push(['add', name]);
      return segment;
    },
  };
  const tracer = {
    isTracingEnabled: () => isEnabled,
    getSegment: () => (isTraced ? parent : undefined),
    setSegment: ({ name }: { name: string }) => done.push(['set', name]),
    annotateColdStart: () => done.push('annotate cold start'),
    addServiceNameAnnotation: () => done.push('annotate service'),
    addErrorAsMetadata: (error: unknown) => done.push(['fault', error]),
    putAnnotation: () => {},
  } as unknown as Tracer;
  return { tracer, done };
}

const fail = (error: Error) => () => {
  throw error;
};

describe('an invocation that is traced', () => {
  const opened = [['add', '## get-thing'], ['set', 'segment'], 'annotate cold start', 'annotate service'];
  const closed = ['close', ['set', 'parent']];

  test('has a segment of its own, which ends with it', async () => {
    const { tracer, done } = fakeTracer();
    await callEndpoint({ tracer });
    expect(done).toEqual([...opened, ...closed]);
  });

  test('tells what nobody expected as a fault', async () => {
    const { tracer, done } = fakeTracer();
    const error = new Error('no table');
    await callEndpoint({ tracer, endpoint: fail(error) });
    expect(done).toEqual([...opened, ['fault', error], ...closed]);
  });

  test('tells no error of a client’s as a fault', async () => {
    const { tracer, done } = fakeTracer();
    await callEndpoint({ tracer, endpoint: fail(new ApiError('forbidden')) });
    expect(done).toEqual([...opened, ...closed]);
  });
});

test.each([{ isEnabled: false }, { isTraced: false }])(
  'an invocation that is not traced (%j) has no segment',
  async (options) => {
    const { tracer, done } = fakeTracer(options);
    expect((await callEndpoint({ tracer })).status).toBe(200);
    expect(done).toEqual([]);
  },
);
