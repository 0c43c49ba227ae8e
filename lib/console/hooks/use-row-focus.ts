import type { RefObject } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

export interface RowFocus {
  /** The row that has the focus, or had it last. It is drawn even if it is out of view. */
  readonly id: string | undefined;
  /** Moves the focus to a row, even if it has not been drawn yet. */
  readonly focusRow: (id: string) => void;
}

/**
 * Keeps the focus in a list of changing rows: on its row, or on the row that took its place. Rows are elements with `data-item`;
 * `ids` are the ids of all rows in order.
 */
export function useRowFocus(list: RefObject<HTMLElement | null>, ids: readonly string[]): RowFocus {
  const [id, setId] = useState<string>();
  const place = useRef(-1);
  const wanted = useRef<{ readonly id: string; readonly isSeen: boolean } | undefined>(undefined);
  useEffect(() => {
    const follow = ({ target }: FocusEvent | PointerEvent) => {
      // The focus returns from a dialog, to the row or to the one that took its place.
      if (target instanceof Element && target.closest('dialog')) return;
      const row = target instanceof Element && list.current?.contains(target) ? target.closest('li') : null;
      setId(row?.querySelector<HTMLElement>('[data-item]')?.dataset['item']);
    };
    document.addEventListener('focusin', follow);
    document.addEventListener('pointerdown', follow);
    return () => {
      document.removeEventListener('focusin', follow);
      document.removeEventListener('pointerdown', follow);
    };
  }, [list]);
  const focusRow = useCallback((next: string) => {
    wanted.current = { id: next, isSeen: false };
    setId(next);
  }, []);
  useLayoutEffect(() => {
    const { activeElement } = document;
    const now = id === undefined ? -1 : ids.indexOf(id);
    if (id !== undefined && now < 0 && (activeElement === null || activeElement === document.body)) {
      const next = ids[Math.min(Math.max(place.current, 0), ids.length - 1)];
      if (next === undefined) {
        list.current?.focus();
        setId(undefined);
      } else {
        wanted.current = { id: next, isSeen: true };
        setId(next);
      }
      return;
    }
    if (now >= 0) place.current = now;
    if (!wanted.current) return;
    const row = list.current?.querySelector<HTMLElement>(`[data-item="${wanted.current.id}"]`);
    if (!row) return;
    const { isSeen } = wanted.current;
    wanted.current = undefined;
    row.focus({ preventScroll: isSeen });
  });
  return { id, focusRow };
}
