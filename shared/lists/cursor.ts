import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { invalidField } from '../errors.ts';
import { isId } from '../ids.ts';

/**
 * A place in a list: the id that the page before ended with, and which way to go on from there. The id is the
 * key that DynamoDB's LastEvaluatedKey ends with; the rest of that key follows from the list and is rebuilt for
 * each query, so a cursor can name a place but never a partition.
 */
export interface Position {
  readonly id: string;
  readonly direction: Direction;
}

/** `next` goes to older entries, `prev` to newer ones. */
export type Direction = 'next' | 'prev';

/** What makes two lists the same list: what is listed, for whom, and by which filters. Page size is no part of it. */
export type ListIdentity = readonly (string | undefined)[];

const cursorSchema = z.tuple([z.enum(['next', 'prev']), z.string().check(z.refine(isId)), z.string()]);

const FINGERPRINT_LENGTH = 16;

export function encodeCursor(position: Position, list: ListIdentity): string {
  return Buffer.from(JSON.stringify([position.direction, position.id, fingerprint(list)])).toString(
    'base64url',
  );
}

/**
 * The place that a cursor names. Throws `validation_failed` for anything that this list did not issue: another
 * list's or user's cursor, or a text that is no cursor at all.
 */
export function decodeCursor(cursor: string, list: ListIdentity): Position {
  const [direction, id, issuedFor] = parseCursor(cursor) ?? [];
  if (!direction || !id || issuedFor !== fingerprint(list)) {
    throw invalidField('cursor', 'The cursor was not issued for this list.');
  }
  return { direction, id };
}

function parseCursor(cursor: string): z.infer<typeof cursorSchema> | undefined {
  const text = Buffer.from(cursor, 'base64url');
  if (text.toString('base64url') !== cursor) return undefined;
  try {
    return cursorSchema.parse(JSON.parse(text.toString('utf8')));
  } catch {
    return undefined;
  }
}

function fingerprint(list: ListIdentity): string {
  const identity = JSON.stringify(list.map((part) => part ?? null));
  return createHash('sha256').update(identity).digest('base64url').slice(0, FINGERPRINT_LENGTH);
}
