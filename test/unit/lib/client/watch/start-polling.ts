import { onTestFinished, vi } from 'vitest';
import { wait } from '../../../../../lib/client/abort.ts';
import { GuardList, type Page } from '../../../../../lib/client/list.ts';
import { Watch } from '../../../../../lib/client/watch/watch.ts';
import type { Thing } from '../../../../support/watch-trial.ts';

const NOTHING = { data: [], meta: { next_cursor: null } } as unknown as Page<Thing>;

/** Starts a polling watch with fake timers and a clock that can be set. */
export function startPolling(error?: Error) {
  vi.useFakeTimers();
  let lists = 0;
  const source = {
    isNewer: () => true,
    matches: () => true,
    itemIn: () => undefined,
    get: async () => undefined,
    ticket: async () => ({ url: '' }),
    list: () =>
      new GuardList<Thing>(async () => {
        lists += 1;
        if (error) throw error;
        return NOTHING;
      }, undefined),
  };
  const settings = {
    socket: () => undefined,
    clock: Date.now,
    wait,
    random: () => 0,
    onReturn: () => () => {},
  };
  const stop = new AbortController();
  const done = (async () => {
    for await (const _ of new Watch(source, settings).run(stop.signal));
  })();
  onTestFinished(async () => {
    stop.abort();
    await done;
    vi.useRealTimers();
  });
  return {
    pass: (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds),
    setClock: (by: number) => vi.setSystemTime(Date.now() + by),
    lists: () => lists,
  };
}
