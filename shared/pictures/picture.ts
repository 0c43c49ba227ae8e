import * as z from 'zod/mini';
import { recordedActorSchema } from '../base/actor.ts';
import { idField, replaceUnprintable, shorten, timestampField } from '../base/fields.ts';
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

const pictureTypeField = withMeta(z.enum(PICTURE_TYPES), { id: 'PictureType' });

/** A picture of an alert as it is stored. */
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

/** Below this prefix are the pictures that are shown; the grants of functions name it. */
const KEPT_PREFIX = 'pictures/';

type Place = Pick<StoredPicture, 'tenant_id' | 'alert_id' | 'id'>;

/** The name of the object with a picture. */
export const objectOf = ({ tenant_id, alert_id, id }: Place) =>
  `${KEPT_PREFIX}${tenant_id}/${alert_id}/${id}`;

/** The last part of a path, in one line and not too long; null if nothing is left. */
export function fileName(name: string | undefined): string | null {
  const last = name?.split(/[/\\]/).at(-1) ?? '';
  const plain = replaceUnprintable(last)
    .replace(/[\p{Cf}\s]+/gu, ' ')
    .trim();
  return plain === '' ? null : shorten(plain, MAXIMUM_NAME);
}
