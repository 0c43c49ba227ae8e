import type { DynamoDBRecord } from 'aws-lambda';
import * as z from 'zod/mini';
import { picturePrefix } from '../table/keys.ts';
import { objectOfItem, UPLOADS_PREFIX } from './picture-objects.ts';

/** What EventBridge says when an object was stored (AWS, "EventBridge event message structure"). */
const arrivalSchema = z.object({
  'detail-type': z.literal('Object Created'),
  time: z.string(),
  detail: z.object({ object: z.object({ key: z.string() }) }),
});

/** The objects of pictures that are no longer in the table. */
const removalSchema = z.object({ removed: z.array(z.string()) });

export type PictureMessage =
  | { readonly kind: 'arrival'; readonly name: string; readonly arrivedAt: Date }
  | { readonly kind: 'removal'; readonly names: readonly string[] };

const messageSchema = z.union([arrivalSchema, removalSchema]);

/** Reads a message of the queue of pictures; `undefined` for what is none, such as a message about another object. */
export function readPictureMessage(body: string): PictureMessage | undefined {
  const message = messageSchema.safeParse(JSON.parse(body)).data;
  if (!message) return undefined;
  if ('removed' in message) return { kind: 'removal', names: message.removed };
  const { key: name } = message.detail.object;
  if (!name.startsWith(UPLOADS_PREFIX)) return undefined;
  return { kind: 'arrival', name, arrivedAt: new Date(message.time) };
}

export const writeRemoval = (names: readonly string[]) => JSON.stringify({ removed: names });

/** Writes what EventBridge would say about an object, for the local server. */
export const writeArrival = (name: string, at: Date) =>
  JSON.stringify({
    'detail-type': 'Object Created',
    time: at.toISOString(),
    detail: { object: { key: name } },
  });

/**
 * The objects of the pictures that a batch of the table's stream removes: they expired, were left out because there were too
 * many, or went with their alert.
 */
export function removedObjects(records: readonly DynamoDBRecord[]): string[] {
  return records.flatMap(({ eventName, dynamodb }) => {
    const [pk, sk] = [dynamodb?.Keys?.['pk']?.S, dynamodb?.Keys?.['sk']?.S];
    const isRemoved = eventName === 'REMOVE' && pk !== undefined && sk?.startsWith(picturePrefix());
    return isRemoved ? [objectOfItem({ pk, sk: sk ?? '' })] : [];
  });
}
