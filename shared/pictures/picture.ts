import * as z from 'zod/mini';
import { recordedActorSchema } from '../base/actor.ts';
import { idField, replaceUnprintable, shorten, timestampField } from '../base/fields.ts';
import { EXAMPLE_IDS } from '../base/ids.ts';
import { withMeta } from '../base/schema.ts';
import { TTL_ATTRIBUTE } from '../table/definition.ts';
import { defineKind, type Stored } from '../table/kind.ts';
import { PICTURE_TYPES } from './clean-picture.ts';

/** How many pictures an alert has at most. Of more, the first ones and the newest stay. */
export const MOST_PICTURES = 20;

/** How many of the first pictures of an alert always stay: they show what raised it. */
export const FIRST_PICTURES = 4;

export const MAXIMUM_CAPTION = 200;
const MAXIMUM_NAME = 100;

export const PICTURE_SOURCES = ['upload', 'inbound', 'mail'] as const;

export type PictureSource = (typeof PICTURE_SOURCES)[number];

export const pictureTypeField = withMeta(z.enum(PICTURE_TYPES), { id: 'PictureType' });

/** A picture of an alert as it is stored (docs/pictures.md). */
export const storedPictureSchema = z.object({
  id: idField,
  alert_id: idField,
  tenant_id: idField,
  content_type: pictureTypeField,
  bytes: z.int().check(z.positive()),
  width: withMeta(z.int().check(z.positive()), { description: 'As it is shown, in pixels.' }),
  height: withMeta(z.int().check(z.positive()), { description: 'As it is shown, in pixels.' }),
  caption: z.nullable(z.string()),
  name: withMeta(z.nullable(z.string()), { description: 'The name of the file, if its sender gave one.' }),
  taken_at: withMeta(z.nullable(timestampField), {
    description: 'When it was taken, according to its sender.',
  }),
  source: withMeta(z.enum(PICTURE_SOURCES), {
    id: 'PictureSource',
    description: 'How it came: by an upload, with a message of another system, or by mail.',
  }),
  added_by: recordedActorSchema,
  created_at: withMeta(timestampField, { description: 'When it arrived.' }),
});

export type StoredPicture = z.infer<typeof storedPictureSchema>;

/** A picture that was read, with what is beside its data. */
export interface ReadPicture extends Stored<StoredPicture> {
  /** Identifies the stored bytes. */
  readonly digest: string;
  /** When it expires, in epoch seconds; `undefined` if it does not. */
  readonly expiresAt: number | undefined;
}

const besideSchema = z.object({ digest: z.string(), [TTL_ATTRIBUTE]: z.optional(z.int()) });

/** The pictures of alerts. Their keys are under their alert, and no index contains them. */
export const PICTURES = defineKind({
  name: 'PICTURE',
  schema: storedPictureSchema,
  under: ({ alert_id }) => alert_id,
  read(item, stored): ReadPicture {
    const { digest, [TTL_ATTRIBUTE]: expiresAt } = besideSchema.parse(item);
    return { ...stored, digest, expiresAt };
  },
});

/** Makes the item of a picture. */
export function pictureItem(picture: StoredPicture, digest: string, expiresAt: number | undefined) {
  return {
    ...PICTURES.item(picture),
    digest,
    ...(expiresAt === undefined ? {} : { [TTL_ATTRIBUTE]: expiresAt }),
  };
}

/** The last part of a path, in one line and not too long; null if nothing is left. */
export function fileName(name: string | undefined): string | null {
  const last = name?.split(/[/\\]/).at(-1) ?? '';
  const plain = replaceUnprintable(last)
    .replace(/[\p{Cf}\s]+/gu, ' ')
    .trim();
  return plain === '' ? null : shorten(plain, MAXIMUM_NAME);
}

export const pictureSchema = withMeta(
  z.extend(storedPictureSchema, {
    url: withMeta(z.url(), {
      description: 'Where the picture can be read until `url_expires_at`. It is a secret.',
    }),
    url_expires_at: timestampField,
    expires_at: withMeta(z.nullable(timestampField), {
      description: 'When it is deleted; null while it is held, or for as long as the alert exists.',
    }),
  }),
  {
    id: 'Picture',
    description: 'A picture of an alert, without position, device and other metadata.',
    examples: [
      {
        id: EXAMPLE_IDS.picture,
        alert_id: EXAMPLE_IDS.alert,
        tenant_id: EXAMPLE_IDS.tenant,
        content_type: 'image/jpeg',
        bytes: 184_320,
        width: 1280,
        height: 720,
        caption: 'Gate camera',
        name: 'snapshot.jpg',
        taken_at: '2026-11-20T12:00:29.000+00:00',
        source: 'upload',
        added_by: { kind: 'key', id: EXAMPLE_IDS.key, name: 'Gate camera' },
        created_at: '2026-11-20T12:00:31.000+00:00',
        url: `https://guard-pictures.s3.eu-central-1.amazonaws.com/pictures/${EXAMPLE_IDS.tenant}/${EXAMPLE_IDS.alert}/${EXAMPLE_IDS.picture}?X-Amz-Expires=300`,
        url_expires_at: '2026-11-20T12:06:00.000+00:00',
        expires_at: '2026-12-20T12:00:31.000+00:00',
      },
    ],
  },
);

export type Picture = z.infer<typeof pictureSchema>;
