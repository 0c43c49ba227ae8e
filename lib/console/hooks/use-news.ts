import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Alert } from '../../client/index.ts';
import { SeenAlerts, sayNews } from '../state/news.ts';

/** How long news are gathered before they are said: a storm must not talk without end. */
const GATHERING_MS = 4_000;

/**
 * Calls `onCritical` when there are new critical alerts, and gives what a screen reader says of all new ones. `open` is
 * undefined while nothing is told: what comes after that is new, but the first that is told at all is not.
 */
export function useNews(open: readonly Alert[] | undefined, onCritical: () => void): string {
  const seen = useMemo(() => new SeenAlerts(), []);
  const gathered = useRef<Alert[]>([]);
  const timer = useRef<number | undefined>(undefined);
  const [said, say] = useState('');
  useEffect(() => {
    if (!open) return;
    const news = seen.newsOf(open, Date.now());
    if (news.length === 0) return;
    if (news.some(({ severity }) => severity === 'critical')) onCritical();
    gathered.current.push(...news);
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      say(sayNews(gathered.current.splice(0)));
    }, GATHERING_MS);
  }, [seen, open, onCritical]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return said;
}
