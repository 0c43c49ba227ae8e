import type { Context } from 'aws-lambda';
import { describe, expect, test } from 'vitest';
import { type Invocation, invoke, type LambdaHandler, limitRuns } from '../../../../lib/local/invoke.ts';

let time = 0;
const OPTIONS = {
  name: 'get-thing',
  requestId: 'run-1',
  timeoutMilliseconds: 1_000,
  clock: () => new Date(time),
};

const run = (handler: LambdaHandler<object>, event: object = {}) =>
  invoke(async () => handler, event, OPTIONS);

test('A local function receives a JSON copy of the event', async () => {
  const event = { list: [1], absent: undefined };
  const seen: object[] = [];
  await run((copy) => {
    seen.push(copy);
    Object.assign(copy, { changed: true });
  }, event);
  expect(seen).toEqual([{ list: [1], changed: true }]);
  expect(seen[0]).not.toHaveProperty('absent');
  expect(event).toEqual({ list: [1], absent: undefined });
});

test('The local server converts the result of a function to JSON', async () => {
  expect(await run(async () => ({ at: new Date(0), no: undefined }))).toEqual({
    outcome: 'returned',
    result: { at: '1970-01-01T00:00:00.000Z' },
  });
  expect(await run(() => undefined)).toEqual({ outcome: 'returned', result: null });
});

test('The context of a local function has the name, the request id and the remaining time', async () => {
  const contexts: Context[] = [];
  await run((_, context) => {
    contexts.push(context);
  });
  const [context] = contexts;
  expect(context).toMatchObject({ functionName: 'guard-local-get-thing', awsRequestId: 'run-1' });
  expect(context?.getRemainingTimeInMillis()).toBe(1_000);
  time += 400;
  expect(context?.getRemainingTimeInMillis()).toBe(600);
  time += 4_000;
  expect(context?.getRemainingTimeInMillis()).toBe(0);
});

test('A run of a local function fails with the error that the function throws or that prevents loading the function', async () => {
  const error = new Error('boom');
  const failed = { outcome: 'failed', error };
  const throwNow = () => {
    throw error;
  };
  expect(await run(throwNow)).toEqual(failed);
  expect(await run(() => Promise.reject(error))).toEqual(failed);
  expect(await invoke(() => Promise.reject(error), {}, OPTIONS)).toEqual(failed);
});

test('A run of a local function ends at its timeout', async () => {
  const endless = async () => () => Promise.withResolvers().promise;
  expect(await invoke(endless, {}, { ...OPTIONS, timeoutMilliseconds: 1 })).toEqual({
    outcome: 'timed_out',
  });
});

describe('limitRuns', () => {
  /** A runner. Each run ends when the test ends it. */
  function heldRunner() {
    const running = new Map<string, (outcome: Invocation) => void>();
    return {
      running,
      run: (name: string) => new Promise<Invocation>((resolve) => running.set(name, resolve)),
      end(name: string) {
        running.get(name)?.({ outcome: 'returned', result: name });
        running.delete(name);
      },
    };
  }

  /** Lets what waits for a promise go on. */
  const settle = () => new Promise((resolve) => setImmediate(resolve));

  test('Runs of a local function beyond the limit of parallel runs wait and start in order', async () => {
    const { running, run, end } = heldRunner();
    const limited = limitRuns(run, 2);
    const results = ['a', 'b', 'c', 'd'].map((name) => limited(name));
    await settle();
    expect([...running.keys()]).toEqual(['a', 'b']);
    end('b');
    await settle();
    expect([...running.keys()]).toEqual(['a', 'c']);
    end('a');
    await settle();
    expect([...running.keys()]).toEqual(['c', 'd']);
    end('c');
    end('d');
    expect(await Promise.all(results)).toEqual(
      ['a', 'b', 'c', 'd'].map((name) => ({ outcome: 'returned', result: name })),
    );
  });

  test('A new run of a local function does not start before runs that already wait', async () => {
    const { running, run, end } = heldRunner();
    const limited = limitRuns(run, 1);
    void limited('a');
    void limited('b');
    await settle();
    end('a');
    void limited('c');
    await settle();
    expect([...running.keys()]).toEqual(['b']);
  });

  test('When a run of a local function fails, a waiting run can start', async () => {
    const limited = limitRuns(async (name: string) => {
      if (name === 'broken') throw new Error('broken');
      return { outcome: 'returned', result: name };
    }, 1);
    await expect(limited('broken')).rejects.toThrow('broken');
    await expect(limited('next')).resolves.toEqual({ outcome: 'returned', result: 'next' });
  });
});
