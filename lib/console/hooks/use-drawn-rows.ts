import type { RefObject } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type DrawnRows, drawnRows } from '../state/visible-rows.ts';

/** The rows that are drawn before the list has a position on the screen. */
const AT_FIRST: DrawnRows = { first: 0, end: 30 };

/**
 * Finds the rows of the `count` of a list that are near the visible part of the page; in print, all of them. The list has
 * the height of all rows.
 */
export function useDrawnRows(list: RefObject<HTMLElement | null>, count: number): DrawnRows {
  const [drawn, setDrawn] = useState(AT_FIRST);
  const isPrinting = useRef(false);
  const look = useCallback(() => {
    if (isPrinting.current) return;
    const { top = 0, height = 0 } = list.current?.getBoundingClientRect() ?? {};
    if (height === 0) return; // hidden
    const next = drawnRows({ above: -top, viewHeight: innerHeight, rowHeight: height / count, count });
    setDrawn((before) => (before.first === next.first && before.end === next.end ? before : next));
  }, [list, count]);
  useLayoutEffect(look);
  useEffect(() => {
    const print = () => {
      isPrinting.current = true;
      setDrawn({ first: 0, end: count });
    };
    const printed = () => {
      isPrinting.current = false;
      look();
    };
    addEventListener('scroll', look, { passive: true });
    addEventListener('resize', look);
    addEventListener('beforeprint', print);
    addEventListener('afterprint', printed);
    return () => {
      removeEventListener('scroll', look);
      removeEventListener('resize', look);
      removeEventListener('beforeprint', print);
      removeEventListener('afterprint', printed);
    };
  }, [look, count]);
  return drawn;
}
