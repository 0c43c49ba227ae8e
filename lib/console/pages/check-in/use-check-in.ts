import { useCallback, useEffect, useState } from 'preact/hooks';
import { type GuardClient, GuardError } from '../../../client/index.ts';
import { isExpired, isRefused, readWaiting, type Waiting, waitingText } from './waiting-check-in.ts';

const KEPT = 'guard check-in';
const AGAIN_MS = 5_000;
const TIMEOUT_MS = 10_000;

interface CheckIn {
  readonly press: (siteId: string) => void;
  /** The check-in that is being sent, or sent again. */
  readonly waiting: (Waiting & { readonly isUnsent: boolean }) | undefined;
  /** When a check-in was made that could not be sent in time. */
  readonly lost: number | undefined;
  readonly problem: unknown;
  /** When the last check-in of this page arrived. */
  readonly done: string | undefined;
}

/**
 * Checks in, and sends a check-in again that was not answered, each time with the same key, so that it counts once. It outlives a
 * reload of the page, and is given up after ten minutes: by then it would say something about the past.
 */
export function useCheckIn(guard: GuardClient, userId: string): CheckIn {
  const [waiting, setWaiting] = useState<Waiting | undefined>(() =>
    readWaiting(localStorage.getItem(KEPT), userId),
  );
  const [isUnsent, setUnsent] = useState(false);
  const [result, setResult] = useState<Pick<CheckIn, 'lost' | 'problem' | 'done'>>(NOTHING);
  useEffect(() => {
    if (!waiting) return;
    let timer: number | undefined;
    let isOver = false;
    const end = (ended: Partial<typeof NOTHING>) => {
      localStorage.removeItem(KEPT);
      setResult({ ...NOTHING, ...ended });
      setUnsent(false);
      setWaiting(undefined);
    };
    const send = async () => {
      clearTimeout(timer);
      if (isOver) return;
      if (isExpired(waiting, Date.now())) return end({ lost: waiting.madeAt });
      try {
        const signal = AbortSignal.timeout(TIMEOUT_MS);
        const { at } = await guard.checkIns.create(waiting.siteId, { idempotencyKey: waiting.key, signal });
        if (!isOver) end({ done: at });
      } catch (error) {
        if (isOver) return;
        if (error instanceof GuardError && isRefused(error.status)) return end({ problem: error });
        setUnsent(true);
        timer = setTimeout(send, AGAIN_MS);
      }
    };
    void send();
    addEventListener('online', send);
    return () => {
      isOver = true;
      clearTimeout(timer);
      removeEventListener('online', send);
    };
  }, [guard, waiting]);
  const press = useCallback(
    (siteId: string) => {
      const made = { siteId, userId, key: crypto.randomUUID(), madeAt: Date.now() };
      localStorage.setItem(KEPT, waitingText(made));
      setResult(NOTHING);
      setWaiting(made);
    },
    [userId],
  );
  return { press, waiting: waiting && { ...waiting, isUnsent }, ...result };
}

const NOTHING: Pick<CheckIn, 'lost' | 'problem' | 'done'> = {
  lost: undefined,
  problem: undefined,
  done: undefined,
};
