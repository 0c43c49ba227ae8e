import { expect, test } from 'vitest';
import { type Invocation, limitRuns } from '../../../../lib/local/invoke.ts';

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

test('Runs of a local function beyond the limit wait in order', async () => {
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

test('A new run of a local function does not overtake waiting ones', async () => {
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

test('A failed run of a local function frees its place for a waiting one', async () => {
  const limited = limitRuns(async (name: string) => {
    if (name === 'broken') throw new Error('broken');
    return { outcome: 'returned', result: name };
  }, 1);
  await expect(limited('broken')).rejects.toThrow('broken');
  await expect(limited('next')).resolves.toEqual({ outcome: 'returned', result: 'next' });
});
