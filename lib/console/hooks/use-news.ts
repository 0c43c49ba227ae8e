import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Alert } from '../../client/index.ts';
import { newsText, SeenAlerts } from '../state/news.ts';

/** New alerts are collected for this time before one announcement: a storm must not speak without end. */
const COLLECTING_MS = 4_000;

/**
 * Announces new alerts to screen readers. `open` is undefined until the alerts have been read: the first ones are not new.
 */
export function useNews(open: readonly Alert[] | undefined): string {
  const seen = useMemo(() => new SeenAlerts(), []);
  const collected = useRef<Alert[]>([]);
  const timer = useRef<number | undefined>(undefined);
  const [announcement, announce] = useState('');
  useEffect(() => {
    if (!open) return;
    const news = seen.newsOf(open, Date.now());
    if (news.length === 0) return;
    collected.current.push(...news);
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      announce(newsText(collected.current.splice(0)));
    }, COLLECTING_MS);
  }, [seen, open]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return announcement;
}
