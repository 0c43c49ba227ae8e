import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/** Sets a custom property of an element's style to a number. No text may become style. */
export function useStyleNumber(
  element: RefObject<HTMLElement | null>,
  name: `--${string}`,
  value: number,
): void {
  useLayoutEffect(() => element.current?.style.setProperty(name, String(value)), [element, name, value]);
}
