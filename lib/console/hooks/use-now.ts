import { useEffect, useState } from 'preact/hooks';

const STEP_MS = 5_000;

/** The time, new every few seconds: what shows ages draws itself anew with it. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), STEP_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
