import type { Page } from 'playwright-core';

/** The texts of links, buttons, choices and what is chosen by typing that are cut off. A choice is, if it would be wider without a limit. */
export const cutTexts = (page: Page): Promise<unknown> =>
  page.evaluate(`(() => {
    const isCut = (it) => it.scrollWidth > it.clientWidth + 1;
    const isChoiceCut = (it) => {
      const { clientWidth } = it;
      Object.assign(it.style, { width: 'auto', maxWidth: 'none' });
      const isCut = it.clientWidth > clientWidth + 1;
      it.removeAttribute('style');
      return isCut;
    };
    return [...document.querySelectorAll('a, button, select, [role="combobox"], .rail-group h2')]
      // The longest names are longer than a field.
      .filter((it) => it.checkVisibility() && !(it.value?.length > 60))
      .filter((it) => (it.matches('select') ? isChoiceCut(it) : isCut(it)))
      .map((it) => it.selectedOptions?.[0]?.text ?? (it.value || it.textContent));
  })()`);

/** Whether nobody has to scroll sideways. */
export const isFitting = (page: Page): Promise<unknown> =>
  page.evaluate('document.documentElement.scrollWidth <= innerWidth');

/**
 * The buttons, links and fields that a person cannot press in their middle and at each side, though scrolled into the middle of the
 * window: something covers them, or they are out of reach at its side. What scrolls sideways by itself, such as a wide table, may have them out of sight.
 */
export const coveredControls = (page: Page): Promise<unknown> =>
  page.evaluate(`(() => {
    const isWithin = (it, other) => it === other || it.contains(other);
    const scrollsSideways = (it) => {
      for (let box = it.parentElement; box; box = box.parentElement)
        if (box.scrollWidth > box.clientWidth && ['auto', 'scroll'].includes(getComputedStyle(box).overflowX)) return true;
      return false;
    };
    const isCovered = (it) => {
      it.scrollIntoView({ block: 'center', behavior: 'instant' });
      // A link may continue on the next line: its first part is what counts.
      const { left, right, top, bottom } = it.getClientRects()[0] ?? it.getBoundingClientRect();
      if (left < 0 || right > innerWidth) return !scrollsSideways(it);
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      const inset = Math.min(4, (right - left) / 4, (bottom - top) / 4);
      const places = [[x, y], [left + inset, y], [right - inset, y], [x, top + inset], [x, bottom - inset]];
      return places.some(([x, y]) => {
        if (y < 0 || y > innerHeight) return false;
        const found = document.elementFromPoint(x, y);
        return !found || !(isWithin(it, found) || found.closest('label')?.control === it || isWithin(found, it));
      });
    };
    // What opens above a page covers it.
    const above = [...document.querySelectorAll('dialog[open], [role="menu"], :popover-open')].at(-1);
    return [...(above ?? document).querySelectorAll('a[href], button:not(.skip-link), select, textarea, input')]
      .filter((it) => it.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && it.getBoundingClientRect().width > 1)
      .filter(isCovered)
      .map((it) => it.outerHTML.slice(0, 120));
  })()`);
