import { useEffect, useState } from 'preact/hooks';

/** The time since which this machine has been offline. The browser notices before the connection fails. */
export function useCutOff(): Date | undefined {
  const [since, setSince] = useState(() => (navigator.onLine ? undefined : new Date()));
  useEffect(() => {
    const isOff = () => setSince((before) => before ?? new Date());
    const isOn = () => setSince(undefined);
    addEventListener('offline', isOff);
    addEventListener('online', isOn);
    return () => {
      removeEventListener('offline', isOff);
      removeEventListener('online', isOn);
    };
  }, []);
  return since;
}
