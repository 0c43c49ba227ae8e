import { useCallback, useState } from 'preact/hooks';
import { useLeaveWarning } from '../../hooks/use-leave-warning.ts';

/**
 * The keys of panels that nobody has copied yet, by device: they are shown again when the person comes back to the page. They are in
 * the memory of this tab only, because the service never shows a key again.
 */
const uncopiedKeys = new Map<string, string>();

/**
 * The key that was given to the panel of a device in this tab, until a person has copied it and left the page. The browser asks before
 * the tab is closed with a key that nobody has copied.
 */
export function useUncopiedKey(deviceId: string) {
  const [key, setKey] = useState(() => uncopiedKeys.get(deviceId));
  const [isCopied, setCopied] = useState(false);
  const keep = useCallback(
    (given: string | undefined) => {
      if (given !== undefined) uncopiedKeys.set(deviceId, given);
      setKey(given);
      setCopied(false);
    },
    [deviceId],
  );
  const onCopied = useCallback(() => {
    uncopiedKeys.delete(deviceId);
    setCopied(true);
  }, [deviceId]);
  useLeaveWarning(key !== undefined && !isCopied);
  return { key, keep, onCopied };
}
