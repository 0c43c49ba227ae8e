import { undefinedIfMissing } from '../errors.ts';
import { type GuardList, iterableOf } from '../list.ts';
import type { CallOptions } from '../options.ts';
import type { Requests } from '../requests.ts';
import type { LiveTicket } from '../types.ts';
import { type Snapshot, Watch, type WatchSettings, type WatchSource } from './watch.ts';
import type { WatchOptions } from './watch-options.ts';

/** An answer that takes longer is none: another attempt may find another way through the network. */
const DEADLINE_SECONDS = 20;

interface Watched<T, S> extends Pick<WatchSource<T>, 'isNewer' | 'matches' | 'itemIn' | 'openAlert'> {
  /** The tenant that a platform admin watches. */
  readonly tenantId: string | undefined;
  readonly list: (options: CallOptions) => GuardList<T>;
  readonly get: (id: string, options: CallOptions) => Promise<T>;
  readonly show: (snapshot: Snapshot<T>) => S;
}

/** Starts a watch with each iteration. The watch itself decides when to repeat a call. */
export function beginWatch<T extends { readonly id: string }, S>(
  requests: Requests,
  settings: WatchSettings,
  { tenantId, list, get, show, ...watchable }: Watched<T, S>,
  { signal, most }: WatchOptions,
): AsyncIterable<S> {
  const once = (ended: AbortSignal): CallOptions => ({
    signal: ended,
    maxAttempts: 1,
    deadlineSeconds: DEADLINE_SECONDS,
  });
  const source: WatchSource<T> = {
    ...watchable,
    list: (ended) => list(once(ended)),
    get: (id, ended) => get(id, once(ended)).catch(undefinedIfMissing),
    ticket: async (ended) => {
      const input = { ...once(ended), query: { tenant_id: tenantId } };
      return (await requests.send<LiveTicket>('post', '/api/v1/live/tickets', input)).body;
    },
  };
  return iterableOf(async function* snapshots() {
    for await (const snapshot of new Watch(source, settings, most).run(signal)) yield show(snapshot);
  });
}
