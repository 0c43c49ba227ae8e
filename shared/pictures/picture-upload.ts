import * as z from 'zod/mini';
import type { Alert } from '../alerts/alert.ts';
import { occurredAtField } from '../alerts/alert-input.ts';
import { type RecordedActor, recordedActorSchema } from '../base/actor.ts';
import { stringOf, timestampField } from '../base/fields.ts';
import { EXAMPLE_IDS } from '../base/ids.ts';
import { withMeta } from '../base/schema.ts';
import { formatTimestamp, toEpochSeconds } from '../base/time.ts';
import { commit } from '../table/commit.ts';
import { TTL_ATTRIBUTE } from '../table/definition.ts';
import { ABSENT } from '../table/expression.ts';
import { type ItemKey, uploadKey } from '../table/keys.ts';
import { getItem } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { putIf } from '../table/writes.ts';
import { MAXIMUM_BYTES } from './clean-picture.ts';
import { MAXIMUM_CAPTION, pictureTypeField } from './picture.ts';
import { LINK_SECONDS, type SignLink } from './picture-links.ts';
import { UPLOADS_PREFIX } from './picture-objects.ts';

const bytesField = withMeta(z.int().check(z.minimum(1), z.maximum(MAXIMUM_BYTES)), {
  description: 'The size of the file. The upload must have exactly this many bytes.',
  examples: [184_320],
});

/** A picture that will be uploaded. */
export const announcedPictureSchema = withMeta(
  z.strictObject({ content_type: pictureTypeField, bytes: bytesField }),
  {
    id: 'AnnouncedPicture',
    examples: [{ content_type: 'image/jpeg', bytes: 184_320 }],
  },
);

export const addPictureInputSchema = withMeta(
  z.strictObject({
    content_type: pictureTypeField,
    bytes: bytesField,
    caption: z.optional(stringOf(1, MAXIMUM_CAPTION)),
    taken_at: z.optional(occurredAtField),
  }),
  {
    id: 'PictureInput',
    examples: [{ content_type: 'image/jpeg', bytes: 184_320, caption: 'Gate camera' }],
  },
);

export type AnnouncedPicture = z.infer<typeof addPictureInputSchema>;

export const uploadSchema = withMeta(
  z.object({
    method: withMeta(z.literal('PUT'), { description: 'The method of the request that uploads the file.' }),
    url: withMeta(z.url(), { description: 'Where to send the file, once. It is a secret.' }),
    headers: withMeta(z.record(z.string(), z.string()), {
      description: 'The headers of that request, besides `Content-Length`.',
    }),
    expires_at: timestampField,
  }),
  {
    id: 'PictureUpload',
    description: 'How to upload the file of a picture.',
    examples: [
      {
        method: 'PUT',
        url: `https://guard-pictures.s3.eu-central-1.amazonaws.com/${UPLOADS_PREFIX}${EXAMPLE_IDS.tenant}/${EXAMPLE_IDS.alert}/${EXAMPLE_IDS.picture}?X-Amz-Expires=300`,
        headers: { 'Content-Type': 'image/jpeg' },
        expires_at: '2026-11-20T12:05:30.000+00:00',
      },
    ],
  },
);

export type PictureUpload = z.infer<typeof uploadSchema>;

export const addPictureResultSchema = withMeta(z.object({ upload: uploadSchema }), {
  id: 'PictureAnnouncement',
  examples: [{ upload: z.globalRegistry.get(uploadSchema)?.examples?.[0] }],
});

/**
 * How long an announced upload is known. It must arrive within five minutes, but it can be taken for as long as the queue and
 * the bucket keep it after a fault.
 */
const KNOWN_SECONDS = 15 * 86_400;

const pendingSchema = z.object({
  caption: z.optional(z.string()),
  taken_at: z.optional(z.string()),
  actor: recordedActorSchema,
});

/** An upload that was announced and has not been taken yet. */
export interface PendingUpload extends z.infer<typeof pendingSchema> {
  readonly key: ItemKey;
  /** Later announcements have higher ones. */
  readonly id: string;
  readonly alert: Pick<Alert, 'tenant_id' | 'id'>;
}

export interface Announcing {
  readonly actor: RecordedActor;
  readonly now: Date;
  readonly newId: (at: string) => string;
  readonly sign: SignLink;
}

/**
 * Announces the upload of a picture of an alert. What is uploaded is kept in private, and becomes a picture only after it was
 * checked and cleaned. An upload that never comes leaves nothing but an item that expires.
 */
export async function announceUpload(
  table: Table,
  { tenant_id, id }: Pick<Alert, 'tenant_id' | 'id'>,
  { content_type, bytes, caption, taken_at }: AnnouncedPicture,
  { actor, now, newId, sign }: Announcing,
): Promise<PictureUpload> {
  const uploadId = newId(formatTimestamp(now));
  const name = `${UPLOADS_PREFIX}${tenant_id}/${id}/${uploadId}`;
  const pending: z.infer<typeof pendingSchema> = { caption, taken_at, actor };
  const item = {
    ...uploadKey(tenant_id, id, uploadId),
    ...pending,
    [TTL_ATTRIBUTE]: toEpochSeconds(now) + KNOWN_SECONDS,
  };
  const [url] = await Promise.all([
    sign({ method: 'PUT', name, contentType: content_type, bytes }, now),
    commit(table, [putIf(table, item, ABSENT, 'own')]),
  ]);
  return {
    method: 'PUT',
    url,
    headers: { 'Content-Type': content_type },
    expires_at: formatTimestamp(new Date(now.getTime() + LINK_SECONDS * 1_000)),
  };
}

const UPLOAD_NAME = /^uploads\/([0-9a-f-]{36})\/([0-9a-f-]{36})\/([0-9a-f-]{36})$/;

/** Finds the announced upload of an object; `undefined` if there is none, or if it was taken already. */
export async function findUpload(table: Table, name: string): Promise<PendingUpload | undefined> {
  const [, tenantId, alertId, uploadId] = UPLOAD_NAME.exec(name) ?? [];
  if (tenantId === undefined || alertId === undefined || uploadId === undefined) return undefined;
  const key = uploadKey(tenantId, alertId, uploadId);
  const item = await getItem(table, key);
  return (
    item && { ...pendingSchema.parse(item), key, id: uploadId, alert: { tenant_id: tenantId, id: alertId } }
  );
}
