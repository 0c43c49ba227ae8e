import type { RefObject } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type DrawnRows, drawnRows } from '../state/visible-rows.ts';

/** What is drawn before the list has a place on the screen. */
const AT_FIRST: DrawnRows = { first: 0, end: 30 };

/** Which of `count` rows of a list are near what is seen of the page; all of them on paper. The list is as high as all of its rows. */
export function useDrawnRows(list: RefObject<HTMLElement | null>, count: number): DrawnRows {
  const [drawn, setDrawn] = useState(AT_FIRST);
  const isPrinting = useRef(false);
  const look = useCallback(() => {
    if (isPrinting.current) return;
    const { top = 0, height = 0 } = list.current?.getBoundingClientRect() ?? {};
    if (height === 0) return; // not shown at present
    const next = drawnRows({ above: -top, seenHeight: innerHeight, rowHeight: height / count, count });
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
