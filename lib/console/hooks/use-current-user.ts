import { useEffect, useRef, useState } from 'preact/hooks';
import type { GuardClient, User, WatchConnection } from '../../client/index.ts';

/**
 * Who is signed in, as they are now: read again whenever the service is reached anew. Another role or other sites end the
 * connection, so that who may act from now on sees the buttons, and who may not any more sees none.
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
    const isKnown = !wasReached.current; // it was read when this person signed in
    wasReached.current = true;
    if (isKnown) return;
    const ending = new AbortController();
    const { signal } = ending;
    guard.me({ signal }).then(
      (read) => !signal.aborted && setUser(read),
      () => undefined, // until the next time
    );
    return () => ending.abort();
  }, [guard, isReached]);
  return user;
}
