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
      .filter((it) => it.checkVisibility() && (it.matches('select') ? isChoiceCut(it) : isCut(it)))
      .map((it) => it.selectedOptions?.[0]?.text ?? (it.value || it.textContent));
  })()`);

/** Whether nobody has to scroll sideways. */
export const isFitting = (page: Page): Promise<unknown> =>
  page.evaluate('document.documentElement.scrollWidth <= innerWidth');
