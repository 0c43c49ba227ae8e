import { createContext } from 'preact';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';

/** The clock of the service. */
export const Clock = createContext(Date.now);

const TICK_MS = 1_000;
const STEP_MS = 5_000;

const listeners = new Set<() => void>();
let timer: number | undefined;

/** Calls the listener every second, together with all others, until the returned function is called. */
function onTick(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const it of listeners) it();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/**
 * What is true of the time, by the clock of the service or another one. The component is drawn again when this changes, and not
 * because time passes.
 */
export function useTimed<T extends string | number>(of: (now: number) => T, ownClock?: () => number): T {
  const serviceClock = useContext(Clock);
  const clock = ownClock ?? serviceClock;
  const value = of(clock());
  const shown = useRef({ of, value });
  shown.current = { of, value };
  const [, redraw] = useState({});
  useEffect(
    () =>
      onTick(() => {
        if (shown.current.of(clock()) !== shown.current.value) redraw({});
      }),
    [clock],
  );
  return value;
}

/** The time, updated every few seconds: for pages where much depends on it. */
export function useNow(): number {
  const clock = useContext(Clock);
  const [now, setNow] = useState(clock);
  useEffect(
    () =>
      onTick(() => setNow((before) => (clock() - before < STEP_MS && clock() >= before ? before : clock()))),
    [clock],
  );
  return now;
}
