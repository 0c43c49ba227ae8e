import type { Alert } from '../alerts/alert.ts';
import type { Table } from '../table/table.ts';
import { MAXIMUM_BYTES, typeOf } from './clean-picture.ts';
import { type Announcing, announceUpload } from './picture-upload.ts';

/** As many as a report may announce. */
const MOST_AT_ONCE = 8;

/**
 * Uploads pictures that came with a message, as their sender would: what is stored in private becomes pictures of the alert after
 * it was checked and cleaned. Files that are no JPEG, PNG or WebP, or are too large, are left out. Throws if one was not stored.
 */
export async function sendPictures(
  table: Table,
  alert: Pick<Alert, 'tenant_id' | 'id'>,
  files: readonly Buffer[],
  { send, ...announcing }: Announcing & { readonly send: typeof fetch },
): Promise<void> {
  const pictures = files.flatMap((file) => {
    const content_type = typeOf(file);
    return content_type && file.length <= MAXIMUM_BYTES ? [{ content_type, file }] : [];
  });
  await Promise.all(
    pictures.slice(0, MOST_AT_ONCE).map(async ({ content_type, file }) => {
      const announced = { content_type, bytes: file.length };
      const { method, url, headers } = await announceUpload(table, alert, announced, announcing);
      const { ok, status } = await send(url, { method, headers, body: new Uint8Array(file) });
      // Its URL is a secret.
      if (!ok) throw new Error(`The store answered ${status} to a picture.`);
    }),
  );
}
