import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Alert } from '../../client/index.ts';
import { SeenAlerts, sayNews } from '../state/news.ts';

/** How long news are gathered before they are said: a storm must not talk without end. */
const GATHERING_MS = 4_000;

/**
 * Gives what a screen reader says of new alerts. `open` is undefined while nothing is known: alerts that come after that are
 * new, but the first that are known at all are not.
 */
export function useNews(open: readonly Alert[] | undefined): string {
  const seen = useMemo(() => new SeenAlerts(), []);
  const gathered = useRef<Alert[]>([]);
  const timer = useRef<number | undefined>(undefined);
  const [said, say] = useState('');
  useEffect(() => {
    if (!open) return;
    const news = seen.newsOf(open, Date.now());
    if (news.length === 0) return;
    gathered.current.push(...news);
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      say(sayNews(gathered.current.splice(0)));
    }, GATHERING_MS);
  }, [seen, open]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return said;
}
