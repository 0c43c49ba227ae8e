import { expect, test } from 'vitest';
import { onReturn } from '../../../../../lib/client/watch/on-return.ts';

test('A watch in a browser hears that the network is back and that its page is looked at, until it ends', () => {
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const window = Object.assign(new EventTarget(), { document });
  let calls = 0;
  const forget = onReturn(() => (calls += 1), window);
  const happen = () => {
    window.dispatchEvent(new Event('online'));
    window.dispatchEvent(new Event('pageshow'));
    document.dispatchEvent(new Event('visibilitychange'));
    return calls;
  };
  expect(happen()).toBe(3);
  document.visibilityState = 'hidden';
  expect(happen()).toBe(4);
  forget();
  expect(happen()).toBe(4);
});

test('A watch outside of browsers hears nothing of the kind', () => {
  onReturn(() => {
    throw new Error('called');
  }, {})();
});
