import { useEffect, useState } from 'preact/hooks';

const STEP_MS = 5_000;

/** The time of a clock, updated every few seconds so that ages are drawn again. */
export function useNow(clock: () => number): number {
  const [now, setNow] = useState(clock);
  useEffect(() => {
    const timer = setInterval(() => setNow(clock()), STEP_MS);
    return () => clearInterval(timer);
  }, [clock]);
  return now;
}
