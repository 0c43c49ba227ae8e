import type { RefObject } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useRef } from 'preact/hooks';

interface Places {
  readonly ids: readonly string[];
  /** The distance from the top of the view to the top of the list. */
  readonly top: number;
  readonly rowHeight: number;
}

/**
 * Keeps rows where they are on the screen: a row that is pressed and opens, and the first row in view of a scrolled page while
 * others come and go above it. A row that was opened out of view comes into view.
 */
export function useRowsInPlace(
  list: RefObject<HTMLElement | null>,
  ids: readonly string[],
  openId: string | undefined,
): void {
  const before = useRef<Places | undefined>(undefined);
  const opened = useRef<string | undefined>(undefined);
  const gap = useRef(0);
  const drawn = useRef(ids);
  drawn.current = ids;
  const places = useCallback((): Places | undefined => {
    const { top = 0, height = 0 } = list.current?.getBoundingClientRect() ?? {};
    // A list is hidden while an alert covers it. Its rows return to where they were.
    return height === 0 ? undefined : { ids: drawn.current, top, rowHeight: height / drawn.current.length };
  }, [list]);

  useLayoutEffect(() => {
    const now = places();
    if (!now) return;
    // A row that was pressed has the focus.
    const isPressed = opened.current !== openId && list.current?.contains(document.activeElement);
    const kept = before.current && keptRow(before.current, isPressed ? openId : undefined);
    const place = kept ? ids.indexOf(kept.id) : -1;
    if (kept && place >= 0) {
      const moved = now.top + place * now.rowHeight - kept.top;
      scrollBy({ top: moved, behavior: 'instant' });
      // At the top of the page, what has become lower above the list leaves a gap until the alert closes.
      const left = (places()?.top ?? 0) - now.top + moved;
      if (left < -1) gap.current -= left;
    }
    if (openId === undefined) gap.current = 0;
    list.current?.style.setProperty('--gap', String(gap.current));
    if (opened.current !== openId) {
      const row = openId && list.current?.querySelector(`[data-item="${openId}"]`);
      if (row) row.scrollIntoView({ block: 'nearest', behavior: 'instant' });
      if (row || openId === undefined) opened.current = openId;
    }
    before.current = places();
  }, [list, ids, openId, places]);
  useEffect(() => {
    const look = () => {
      before.current = places() ?? before.current;
    };
    addEventListener('scroll', look, { passive: true });
    addEventListener('resize', look);
    return () => {
      removeEventListener('scroll', look);
      removeEventListener('resize', look);
    };
  }, [places]);
}

/** The row that keeps its place, and where it was: the one that opens if it was in view, otherwise the first in view. */
function keptRow({ ids, top, rowHeight }: Places, opening: string | undefined) {
  const topOf = (place: number) => top + place * rowHeight;
  const open = opening === undefined ? -1 : ids.indexOf(opening);
  const isInView = open >= 0 && topOf(open) >= 0 && topOf(open) < innerHeight;
  const place = isInView ? open : top < 0 ? Math.ceil(-top / rowHeight) : -1;
  const id = ids[place];
  return id === undefined ? undefined : { id, top: topOf(place) };
}
