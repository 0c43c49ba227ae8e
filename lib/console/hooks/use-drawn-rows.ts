import type { RefObject } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { type DrawnRows, drawnRows } from '../state/visible-rows.ts';

/** What is drawn before the list has a place on the screen. */
const AT_FIRST: DrawnRows = { first: 0, end: 30 };

/** Which of `count` rows of a list are near what is seen of the page. The list is as high as all of its rows. */
export function useDrawnRows(list: RefObject<HTMLElement | null>, count: number): DrawnRows {
  const [drawn, setDrawn] = useState(AT_FIRST);
  const look = useCallback(() => {
    const { top = 0, height = 0 } = list.current?.getBoundingClientRect() ?? {};
    if (height === 0) return; // not shown at present
    const next = drawnRows({ above: -top, seenHeight: innerHeight, rowHeight: height / count, count });
    setDrawn((before) => (before.first === next.first && before.end === next.end ? before : next));
  }, [list, count]);
  useLayoutEffect(look);
  useEffect(() => {
    addEventListener('scroll', look, { passive: true });
    addEventListener('resize', look);
    return () => {
      removeEventListener('scroll', look);
      removeEventListener('resize', look);
    };
  }, [look]);
  return drawn;
}
