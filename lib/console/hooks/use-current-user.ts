import { useEffect, useRef, useState } from 'preact/hooks';
import type { GuardClient, User, WatchConnection } from '../../client/index.ts';

/**
 * The signed-in user, read again after each reconnection. A change of role or assigned sites ends the connection, so the
 * buttons follow the new permissions at once.
 */
export function useCurrentUser(
  guard: GuardClient,
  signedIn: User,
  connection: WatchConnection | undefined,
): User {
  const [user, setUser] = useState(signedIn);
  const isReached = connection !== undefined && connection !== 'offline';
  const wasReached = useRef(false);
  useEffect(() => {
    if (!isReached) return;
    const isKnown = !wasReached.current; // signing in has just read it
    wasReached.current = true;
    if (isKnown) return;
    const ending = new AbortController();
    const { signal } = ending;
    guard.me({ signal }).then(
      (read) => !signal.aborted && setUser(read),
      () => undefined, // the next reconnection tries again
    );
    return () => ending.abort();
  }, [guard, isReached]);
  return user;
}
