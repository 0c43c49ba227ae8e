import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type Alert, type GuardClient, GuardError } from '../../client/index.ts';
import { problemText } from '../services/problem.ts';
import { leftOf, type Unsent } from '../state/unsent.ts';
import { desk } from '../texts/desk.ts';
import { useLeaveWarning } from './use-leave-warning.ts';

const TRY_EVERY_MS = 5_000;
/** A request that hangs in a dead network is given up. */
const ATTEMPT_SECONDS = 15;

export interface UnsentAcknowledgements {
  /** By the ids of their alerts. */
  readonly unsent: ReadonlyMap<string, Unsent>;
  /** Keeps an acknowledgement until it can be sent. */
  readonly keep: (unsent: Unsent) => void;
}

interface UnsentOptions {
  readonly guard: GuardClient;
  readonly userId: string;
  readonly onSent: (alert: Alert, unsent: Unsent) => void;
  /** Called with the reason in words. */
  readonly onDiscarded: (unsent: Unsent, reason: string) => void;
}

/**
 * Sends acknowledgements that were made without a connection, in the memory of this tab only. One is sent as soon as the
 * service answers, within 2 minutes, with the severity that the person saw: the service refuses it if the alert has become
 * worse or was resolved. A repetition changes nothing there, so a lost reply does no harm. If somebody else was faster, if
 * the service refuses it or if it is too late, it is discarded.
 */
export function useUnsent({ guard, userId, onSent, onDiscarded }: UnsentOptions): UnsentAcknowledgements {
  const [unsent, setUnsent] = useState<ReadonlyMap<string, Unsent>>(new Map());
  const kept = useRef(unsent);
  const change = useCallback((by: (unsent: Map<string, Unsent>) => void) => {
    const next = new Map(kept.current);
    by(next);
    kept.current = next;
    setUnsent(next);
  }, []);

  const trySending = useMemo(() => {
    let isRunning = false;
    const tryOne = async (it: Unsent): Promise<void> => {
      const { id, severity } = it.alert;
      const remove = () => change((all) => all.delete(id));
      const discard = (reason: string) => {
        remove();
        onDiscarded(it, reason);
      };
      const left = leftOf(it, Date.now());
      if (left === 0) {
        return discard(it.mayHaveArrived ? desk.unsent.noAnswer : desk.unsent.tooLate);
      }
      if (!navigator.onLine) return;
      try {
        const once = { maxAttempts: 1, deadlineSeconds: Math.min(left / 1_000, ATTEMPT_SECONDS) };
        const alert = await guard.alerts.acknowledge(id, {
          ...(it.note && { note: it.note }),
          severity,
          ...once,
        });
        if (alert.acknowledged_by !== userId)
          return discard(desk.unsent.taken(alert.acknowledged_by_name ?? desk.unsent.somebody));
        remove();
        onSent(alert, it);
      } catch (error) {
        if (isUnanswered(error) || isBusy(error))
          change((all) => all.set(id, { ...it, mayHaveArrived: true }));
        else discard(problemText(error));
      }
    };
    return async () => {
      if (isRunning) return;
      isRunning = true;
      await Promise.all([...kept.current.values()].map(tryOne));
      isRunning = false;
    };
  }, [guard, userId, change, onSent, onDiscarded]);

  const hasSome = unsent.size > 0;
  useLeaveWarning(hasSome);
  useEffect(() => {
    if (!hasSome) return;
    const attempt = () => void trySending();
    attempt();
    addEventListener('online', attempt);
    const timer = setInterval(attempt, TRY_EVERY_MS);
    return () => {
      removeEventListener('online', attempt);
      clearInterval(timer);
    };
  }, [hasSome, trySending]);
  const keep = useCallback(
    (it: Unsent) => {
      // A second press does not extend the time.
      if (!kept.current.has(it.alert.id)) change((all) => all.set(it.alert.id, it));
    },
    [change],
  );
  return { unsent, keep };
}

/** Whether the service did not answer, so that an action may have arrived, and can be repeated. */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof GuardError)) return false;
  return error.status === undefined || error.code === 'unexpected_answer';
}

/** Whether the service is busy, and has done nothing or may have done it. */
const isBusy = (error: unknown) =>
  error instanceof GuardError && (error.status === 429 || (error.status ?? 0) >= 500);
