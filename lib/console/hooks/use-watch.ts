import { useEffect, useState } from 'preact/hooks';
import { GuardError } from '../../client/index.ts';
import { isUnproven, type Proven } from '../state/proof.ts';
import { useTimed } from './use-now.ts';

/** The last snapshot of a watch, and since when it has been offline. */
export interface Watched<S extends Proven> {
  /** Undefined until the first snapshot. */
  readonly snapshot: S | undefined;
  readonly offlineSince: Date | undefined;
}

interface Followed<S> {
  readonly snapshot: S | undefined;
  /** When the first snapshot without a connection came. */
  readonly lostAt: Date | undefined;
}

const NOTHING = { snapshot: undefined, lostAt: undefined };
const RESTART_MS = 5_000;

/**
 * Follows a watch; does nothing while `watch` is undefined. `watch` must be the same function as long as it watches the
 * same. A watch that fails is offline, and starts again.
 */
export function useWatch<S extends Proven>(
  watch: ((signal: AbortSignal) => AsyncIterable<S>) | undefined,
): Watched<S> {
  const [followed, setFollowed] = useState<Followed<S>>(NOTHING);
  const [starts, setStarts] = useState(0);
  useEffect(() => setFollowed(NOTHING), [watch]);
  useEffect(() => {
    const ending = new AbortController();
    let restart: number | undefined;
    const follow = async (watch: (signal: AbortSignal) => AsyncIterable<S>) => {
      for await (const snapshot of watch(ending.signal)) {
        if (ending.signal.aborted) return;
        setFollowed((before) => ({ snapshot, lostAt: lostAt(before, snapshot) }));
      }
    };
    if (!watch) return;
    follow(watch).catch((error) => {
      // The session has ended, which the client reports to the page.
      if (ending.signal.aborted || (error instanceof GuardError && error.status === 401)) return;
      setFollowed(({ snapshot, ...before }) => ({
        snapshot: snapshot && { ...snapshot, connection: 'offline' },
        lostAt: before.lostAt ?? new Date(),
      }));
      restart = setTimeout(() => setStarts((it) => it + 1), RESTART_MS);
      reportError(error);
    });
    return () => {
      ending.abort();
      clearTimeout(restart);
    };
  }, [watch, starts]);
  const { snapshot } = followed;
  const isLost = useIsUnproven(snapshot) || snapshot?.connection === 'offline';
  const since = snapshot?.provenAt ?? followed.lostAt ?? snapshot?.at;
  return { snapshot, offlineSince: isLost ? since : undefined };
}

/** Whether a snapshot that calls itself live has lacked a proof for too long, whatever its watch does. */
export function useIsUnproven(snapshot: Proven | undefined): boolean {
  return useTimed((now) => Number(isUnproven(snapshot, now)), Date.now) === 1;
}

function lostAt(before: Followed<Proven>, { connection, at }: Proven): Date | undefined {
  return connection === 'offline' ? (before.lostAt ?? at) : undefined;
}
