import type { RandomBytes } from '../base/ids.ts';
import type { Table } from '../table/table.ts';
import { deleteAny } from '../table/writes.ts';
import { MAXIMUM_BYTES } from './clean-picture.ts';
import { type KeepOutcome, keepPicture } from './keep-picture.ts';
import { ObjectTooLargeError, type PictureStore } from './picture-store.ts';
import { findUpload } from './picture-upload.ts';

interface TakeContext {
  readonly table: Table;
  readonly store: PictureStore;
  readonly now: Date;
  readonly randomBytes: RandomBytes;
  readonly retentionDays: number;
}

/**
 * Makes a picture of an upload that has arrived, and deletes the upload. What nobody announced is only deleted. Safe to repeat:
 * the announcement ends in the transaction that adds the picture.
 */
export async function takeUpload(
  context: TakeContext,
  name: string,
  arrivedAt: Date,
): Promise<KeepOutcome['outcome'] | 'unknown'> {
  const { table, store } = context;
  const upload = await findUpload(table, name);
  const bytes = upload && (await readUpload(store, name));
  if (!upload || !bytes) {
    await store.remove(name);
    return 'unknown';
  }
  const { id, actor, caption, taken_at, alert, key } = upload;
  const { outcome } = await keepPicture({ ...context, actor, alongside: [deleteAny(table, key)] }, alert, {
    bytes,
    caption,
    taken_at,
    source: 'upload',
    // The time of an arrival has whole seconds, so that many have the same one.
    id,
    arrivedAt,
  });
  await store.remove(name);
  return outcome;
}

/** Reads an upload. One that is larger than its signature permits is none. */
function readUpload(store: PictureStore, name: string): Promise<Uint8Array | undefined> {
  return store.read(name, MAXIMUM_BYTES).catch((error: unknown) => {
    if (error instanceof ObjectTooLargeError) return undefined;
    throw error;
  });
}
