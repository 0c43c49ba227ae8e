import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

/**
 * Keeps the focus in a list whose items come, go and move under it: on its item, or on the one that took its place.
 * Items are elements with `data-item`, in the order of the list.
 */
export function useKeptFocus(list: RefObject<HTMLElement | null>): void {
  const kept = useRef<{ readonly id: string; readonly place: number } | undefined>(undefined);
  const itemsOf = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-item]') ?? [])];
  useEffect(() => {
    const follow = ({ target }: FocusEvent | PointerEvent) => {
      const items = itemsOf();
      const place = items.findIndex((it) => it === target || it.contains(target as Node));
      const id = items[place]?.dataset['item'];
      kept.current = id === undefined ? undefined : { id, place };
    };
    document.addEventListener('focusin', follow);
    document.addEventListener('pointerdown', follow);
    return () => {
      document.removeEventListener('focusin', follow);
      document.removeEventListener('pointerdown', follow);
    };
  });
  useLayoutEffect(() => {
    const before = kept.current;
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (!before || !isLost) return;
    const items = itemsOf();
    const next = items.find((it) => it.dataset['item'] === before.id) ?? items[before.place] ?? items.at(-1);
    (next ?? list.current)?.focus({ preventScroll: true });
  });
}
