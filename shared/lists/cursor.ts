import * as z from 'zod/mini';
import { invalidField } from '../errors.ts';
import { isId } from '../ids.ts';
import { sha256 } from '../sha256.ts';

/**
 * A position in a list: the last id of the previous page, and the direction. The partition is not part of it: each query
 * derives it from the list, so a cursor cannot select another partition.
 */
export interface Position {
  readonly id: string;
  readonly direction: Direction;
}

/** `next` leads to older entries, `prev` to newer ones. */
export type Direction = 'next' | 'prev';

/** Identifies a list: what is listed, for which caller, with which filters. The page size is not part of it. */
export type ListIdentity = readonly (string | undefined)[];

const cursorSchema = z.tuple([z.enum(['next', 'prev']), z.string().check(z.refine(isId)), z.string()]);

const FINGERPRINT_LENGTH = 16;

export function encodeCursor(position: Position, list: ListIdentity): string {
  return Buffer.from(JSON.stringify([position.direction, position.id, fingerprint(list)])).toString(
    'base64url',
  );
}

/** The position of a cursor. Throws `validation_failed` for a cursor of another list or user, and for any other text. */
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
  return sha256(JSON.stringify(list.map((part) => part ?? null))).slice(0, FINGERPRINT_LENGTH);
}
