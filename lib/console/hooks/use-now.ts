import { useEffect, useState } from 'preact/hooks';

const STEP_MS = 5_000;

/** The time by a clock, new every few seconds: what shows ages draws itself anew with it. */
export function useNow(clock: () => number): number {
  const [now, setNow] = useState(clock);
  useEffect(() => {
    const timer = setInterval(() => setNow(clock()), STEP_MS);
    return () => clearInterval(timer);
  }, [clock]);
  return now;
}
