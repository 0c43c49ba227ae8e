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
 * The buttons that a person cannot press whole: they reach out of the window or out of a box that cuts them off, overlap another
 * button, or something covers their middle when they are in view.
 */
export const blockedButtons = (page: Page): Promise<unknown[]> =>
  page.evaluate(`(() => {
    const dialog = document.querySelector('dialog[open], :popover-open');
    const all = [...(dialog ?? document).querySelectorAll('button, a.button, summary, select, input')]
      .filter((it) => it.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      // The way past the navigation comes into view when it has the focus.
      .filter((it) => !it.closest('.unseen, .skip-link') && it.getBoundingClientRect().width > 1);
    const nameOf = (it) => (it.getAttribute('aria-label') ?? it.name ?? '') + ' ' + it.textContent.trim().slice(0, 60);
    const stays = (it) => {
      for (let box = it; box; box = box.parentElement) {
        if (['fixed', 'sticky'].includes(getComputedStyle(box).position)) return true;
      }
      return false;
    };
    const found = [];
    /** What is in view of the boxes in which it scrolls; undefined if nothing is. */
    const shownOf = (it) => {
      let { left, top, right, bottom } = it.getBoundingClientRect();
      for (let box = it.parentElement; box; box = box.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(box);
        if (overflowX === 'visible' && overflowY === 'visible') continue;
        const outer = box.getBoundingClientRect();
        [left, top] = [Math.max(left, outer.left), Math.max(top, outer.top)];
        [right, bottom] = [Math.min(right, outer.right), Math.min(bottom, outer.bottom)];
      }
      return right > left && bottom > top ? { left, top, right, bottom } : undefined;
    };
    const rects = all.map((it) => [it, it.getBoundingClientRect(), stays(it), shownOf(it)]);
    for (const [place, [it, rect, isStaying, shown]] of rects.entries()) {
      for (let box = it.parentElement; box; box = box.parentElement) {
        const { overflowX } = getComputedStyle(box);
        if (['auto', 'scroll'].includes(overflowX)) break;
        const outer = box.getBoundingClientRect();
        if (['hidden', 'clip'].includes(overflowX) && (rect.right > outer.right + 1 || rect.left < outer.left - 1)) {
          found.push('is cut off: ' + nameOf(it));
        }
      }
      for (const [other, , isOtherStaying, its] of rects.slice(place + 1)) {
        if (!shown || !its || isStaying !== isOtherStaying || it.contains(other) || other.contains(it)) continue;
        const width = Math.min(shown.right, its.right) - Math.max(shown.left, its.left);
        const height = Math.min(shown.bottom, its.bottom) - Math.max(shown.top, its.top);
        if (width > 2 && height > 2) found.push('overlaps: ' + nameOf(it) + ' / ' + nameOf(other));
      }
    }
    for (const [it] of rects) {
      if (it.matches('input')) continue;
      it.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { left, top, width, height } = it.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      if (x < 0 || x > innerWidth) found.push('is out of the window: ' + nameOf(it));
      const above = document.elementFromPoint(x, y);
      if (above && !it.contains(above) && !above.contains(it)) found.push('is covered: ' + nameOf(it) + ' by ' + above.className);
    }
    scrollTo(0, 0);
    return found;
  })()`) as Promise<unknown[]>;
