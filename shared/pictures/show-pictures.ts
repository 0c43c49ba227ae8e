import * as z from 'zod/mini';
import type { StoredAlert } from '../alerts/alert.ts';
import { recordedActorSchema } from '../base/actor.ts';
import { timestampField } from '../base/fields.ts';
import { EXAMPLE_IDS } from '../base/ids.ts';
import { withMeta } from '../base/schema.ts';
import { formatTimestamp } from '../base/time.ts';
import type { Table } from '../table/table.ts';
import { FIRST_PICTURES, MOST_PICTURES, type Picture, pictureSchema } from './picture.ts';
import { LINK_SECONDS, type SignLink } from './picture-links.ts';
import { objectOf } from './picture-objects.ts';
import { isExpired, readPictures } from './read-pictures.ts';

const examples = z.globalRegistry.get(pictureSchema)?.examples ?? [];

const heldField = withMeta(z.nullable(z.object({ at: timestampField, by: recordedActorSchema })), {
  description: 'Who keeps the pictures for as long as the alert exists, and since when; null without a hold.',
});

export const alertPicturesSchema = withMeta(
  z.object({
    data: withMeta(z.array(pictureSchema), { description: 'Newest first.' }),
    dropped: withMeta(z.int().check(z.nonnegative()), {
      description: `How many pictures were left out because there were more than ${MOST_PICTURES}: the first ${FIRST_PICTURES} and the newest ${MOST_PICTURES - FIRST_PICTURES} stay.`,
    }),
    held: heldField,
  }),
  {
    id: 'AlertPictures',
    description: 'The pictures of an alert.',
    examples: [
      {
        data: examples,
        dropped: 0,
        held: {
          at: '2026-11-20T13:00:00.000+00:00',
          by: { kind: 'user', id: EXAMPLE_IDS.user, name: 'Mia Master' },
        },
      },
    ],
  },
);

export type AlertPictures = z.infer<typeof alertPicturesSchema>;

interface Showing {
  readonly sign: SignLink;
  readonly now: Date;
}

const EXTENSIONS = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' } as const;

/** Reads the pictures of an alert with URLs that are valid for five minutes, newest first. */
export async function showPictures(
  table: Table,
  { entity, pictureState = {} }: Pick<StoredAlert, 'entity' | 'pictureState'>,
  { sign, now }: Showing,
): Promise<AlertPictures> {
  const pictures = (await readPictures(table, entity)).filter((it) => !isExpired(it, now)).reverse();
  const url_expires_at = formatTimestamp(new Date(now.getTime() + LINK_SECONDS * 1_000));
  const data = await Promise.all(
    pictures.map(async ({ entity: picture, expiresAt }): Promise<Picture> => {
      const { content_type: contentType, id } = picture;
      const fileName = `${id}.${EXTENSIONS[contentType]}`;
      const url = await sign({ method: 'GET', name: objectOf(picture), contentType, fileName }, now);
      const expires_at = expiresAt === undefined ? null : formatTimestamp(new Date(expiresAt * 1_000));
      return { ...picture, url, url_expires_at, expires_at };
    }),
  );
  return { data, dropped: pictureState.dropped ?? 0, held: pictureState.held ?? null };
}
