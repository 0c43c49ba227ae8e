import { expect, test } from 'vitest';
import { subscribeFor } from '../../../../../../lib/console/pages/account/subscribe-for.ts';
import { Preferences } from '../../../../../../lib/console/services/preferences.ts';

/** A browser with one subscription at a time. A new one has a new endpoint. */
function makeBrowser({ storesNothing = false } = {}) {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
  };
  const preferences = new Preferences(() => {
    if (storesNothing) throw new Error('Denied');
    return storage;
  }, 'https://guard.example/prod');
  const ended: number[] = [];
  let count = 0;
  let current: { readonly endpoint: number; readonly key: string; unsubscribe(): Promise<boolean> } | null =
    null;
  const subscriptions = {
    getSubscription: async () => current,
    subscribe: async ({ applicationServerKey: key }: { readonly applicationServerKey: string }) => {
      if (!current) {
        count += 1;
        const endpoint = count;
        const unsubscribe = async () => {
          ended.push(endpoint);
          current = null;
          return true;
        };
        current = { endpoint, key, unsubscribe };
      }
      if (current.key !== key) throw new Error('Subscribed with another key');
      return current;
    },
  };
  const subscribe = async (userId: string, key = 'key') =>
    (await subscribeFor(userId, key, subscriptions, preferences)).endpoint;
  return { subscribe, ended };
}

test('In a shared browser, one person’s push subscription ends before another person subscribes', async () => {
  const { subscribe, ended } = makeBrowser();
  expect(await subscribe('anna')).toBe(1);
  expect(await subscribe('bert')).toBe(2);
  expect(await subscribe('anna')).toBe(3);
  expect(ended).toEqual([1, 2]);
});

test('A person who subscribes to push messages again keeps the same subscription, and so has only one channel', async () => {
  const { subscribe, ended } = makeBrowser();
  expect(await subscribe('anna')).toBe(await subscribe('anna'));
  expect(ended).toEqual([]);
});

test('If the browser denies storage, each person who subscribes to push messages gets a separate subscription', async () => {
  const { subscribe } = makeBrowser({ storesNothing: true });
  expect(await subscribe('anna')).not.toBe(await subscribe('bert'));
});

test('A push subscription with the VAPID key of an earlier installation is replaced', async () => {
  const { subscribe, ended } = makeBrowser();
  await subscribe('anna', 'former');
  expect(await subscribe('anna', 'key')).toBe(2);
  expect(ended).toEqual([1]);
});
