import { useCallback, useState } from 'preact/hooks';
import type { OnWait } from '../../client/index.ts';
import type { Waiting } from '../state/waits.ts';

/** The current waits of the client, and the callback that it calls before each wait. */
export function useWaits(): readonly [waits: readonly Waiting[], onWait: OnWait] {
  const [waits, setWaits] = useState<readonly Waiting[]>([]);
  const onWait = useCallback<OnWait>(({ operation, milliseconds, error, signal }) => {
    const { code, limitPerMinute } = error;
    const waiting = { operation, code, limitPerMinute, endsAt: performance.now() + milliseconds };
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      setWaits((before) => before.filter((it) => it !== waiting));
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end);
    setWaits((before) => [...before, waiting]);
  }, []);
  return [waits, onWait];
}
