import * as z from 'zod/mini';
import { absentOr, allOf, attribute, type Expression, expression } from './expression.ts';

/**
 * The attribute that counts the changes of an item. Every change requires the revision that it was decided on, and raises it
 * by one.
 */
export const REVISION = 'revision';

/**
 * The attribute with the ids of an item's last writes, newest first. If the reply to a write was lost, its id here proves
 * that the write has happened.
 */
const RECENT_WRITES = 'recent_writes';

/** How much of an id is kept: of the last writes of one item, no two have the same beginning. */
const KEPT_LENGTH = 8;

const shortId = (writeId: string) => writeId.slice(0, KEPT_LENGTH);

/** How many ids are kept: more than an item is changed between a write and the repetition of that write. */
const KEPT_WRITES = 20;

/** The version of an item that was read. A change of the item requires it. */
export interface Version {
  /** 0 for an item without a revision: another release wrote it. */
  readonly revision: number;
  readonly recentWrites: readonly string[];
  /** The time of the last change, which detects changes by releases that raise no revision. Some items have none. */
  readonly updatedAt: string | undefined;
}

const versionSchema = z.object({
  [REVISION]: z._default(z.int(), 0),
  [RECENT_WRITES]: z._default(z.array(z.string()), []),
  data: z.optional(z.object({ updated_at: z.optional(z.string()) })),
});

/** The version of an item; revision 0 for a missing item. */
export function readVersion(item: Readonly<Record<string, unknown>> | undefined): Version {
  const { revision, recent_writes, data } = versionSchema.parse(item ?? {});
  return { revision, recentWrites: recent_writes, updatedAt: data?.updated_at };
}

/** Whether a write is among an item's last writes. */
export function includesWrite({ recentWrites }: Version, writeId: string): boolean {
  return recentWrites.includes(shortId(writeId));
}

/** The version attributes that a change writes. */
export function nextVersion({ revision, recentWrites }: Version, writeId: string) {
  return {
    [REVISION]: revision + 1,
    [RECENT_WRITES]: [shortId(writeId), ...recentWrites].slice(0, KEPT_WRITES),
  };
}

/** Holds while an item has this version. */
export function hasVersion({ revision, updatedAt }: Version): Expression {
  const name = attribute(REVISION);
  return allOf(
    revision === 0 ? absentOr(name, expression`${name} = ${revision}`) : expression`${name} = ${revision}`,
    updatedAt === undefined ? undefined : expression`#data.#updated_at = ${updatedAt}`,
  );
}
