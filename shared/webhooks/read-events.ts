import { batchGet } from '../table/batch-get.ts';
import type { ItemKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { OUTBOX_PREFIXES } from './event-types.ts';
import { keyOfSubject, type PublishedEvent, publishedEvent } from './published-event.ts';
import { type OnUnreadable, readable } from './readable.ts';

interface ChangeRecord {
  readonly dynamodb?:
    | { readonly Keys?: Readonly<Record<string, { readonly S?: string }>> | undefined }
    | undefined;
}

/** The keys of the history entries of a batch of the table's stream. */
export function entriesOf(records: readonly ChangeRecord[]): ItemKey[] {
  return records.flatMap(({ dynamodb }) => {
    const [pk, sk] = [dynamodb?.Keys?.['pk']?.S, dynamodb?.Keys?.['sk']?.S];
    if (!pk || !sk) return [];
    return OUTBOX_PREFIXES.some((prefix) => sk.startsWith(prefix)) ? [{ pk, sk }] : [];
  });
}

/** The events that history entries publish, with their alerts as they are now. */
export async function readEvents(
  table: Table,
  entries: readonly ItemKey[],
  onUnreadable: OnUnreadable,
): Promise<PublishedEvent[]> {
  const items = await batchGet(table, [...entries, ...entries.map(keyOfSubject)]);
  return entries.flatMap((key, place) => {
    const [entry, alert] = [items[place], items[entries.length + place]];
    // A missing entry was rolled back by its writer.
    const event = entry && readable(key, () => publishedEvent(entry, alert), onUnreadable);
    return event ? [event] : [];
  });
}
