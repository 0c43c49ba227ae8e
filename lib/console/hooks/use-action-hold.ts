import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { ActionHold } from '../state/action-hold.ts';

export interface HeldActions {
  /** Whether no action can start now. */
  readonly isHeld: boolean;
  readonly hold: (milliseconds: number) => void;
  /**
   * Runs an action. While actions are on hold, another one than the last waits for its turn, and the same once more is ignored.
   * Resolves to whether it ran, or `full` if too many wait. `about` names what is done to what.
   */
  readonly run: (action: () => Promise<void>, about?: string) => Promise<boolean | 'full'>;
}

/** Ignores the second press of a double click. The screen is drawn again when the hold starts and ends. */
export function useActionHold(): HeldActions {
  const actions = useMemo(() => new ActionHold(() => performance.now()), []);
  const timer = useRef<number | undefined>(undefined);
  const [isHeld, setHeld] = useState(false);
  const follow = useCallback(() => {
    clearTimeout(timer.current);
    const { leftMs, isRunning } = actions;
    setHeld(isRunning || leftMs > 0);
    if (leftMs > 0) timer.current = setTimeout(follow, Math.ceil(leftMs));
    else actions.next();
  }, [actions]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const hold = useCallback(
    (milliseconds: number) => {
      actions.hold(milliseconds);
      follow();
    },
    [actions, follow],
  );
  const run = useCallback(
    async (action: () => Promise<void>, about?: string) => {
      if (!actions.begin(about)) {
        const { promise, resolve } = Promise.withResolvers<void>();
        const waits = actions.wait(about, resolve);
        if (waits !== 'waits') return waits === 'full' ? waits : false;
        await promise;
      }
      follow();
      try {
        await action();
      } finally {
        actions.end();
        follow();
      }
      return true;
    },
    [actions, follow],
  );
  return { isHeld, hold, run };
}
