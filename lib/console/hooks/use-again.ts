import { useEffect, useRef } from 'preact/hooks';

/** Calls `again` whenever `round` is another one than before, but not at first. */
export function useAgain(round: unknown, again: () => void): void {
  const last = useRef(round);
  useEffect(() => {
    if (last.current === round) return;
    last.current = round;
    again();
  }, [round, again]);
}
