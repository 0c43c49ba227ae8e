import type { ItemKey } from '../table/keys.ts';

/** Called for an item that this release cannot read; all other items are still processed. */
export type OnUnreadable = (key: ItemKey, error: unknown) => void;

/** Skips an unreadable item: the batch would be repeated for ever, and delay the events of all tenants. */
export function readable<T>(key: ItemKey, read: () => T, onUnreadable: OnUnreadable): T | undefined {
  try {
    return read();
  } catch (error) {
    onUnreadable(key, error);
    return undefined;
  }
}
