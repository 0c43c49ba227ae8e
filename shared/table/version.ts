import * as z from 'zod/mini';

/** How often an item was changed. Every change names the revision that it was decided on, and raises it by one. */
export const REVISION = 'revision';

/** The ids of an item's last writes, newest first. By them a write whose answer was lost knows itself. */
const RECENT_WRITES = 'recent_writes';

/** More than the changes of one item that come between a write and its repetition. */
const KEPT_WRITES = 20;

/** What an item was when it was read: as much as a change of it has to name, and nothing of its shape. */
export interface Version {
  /** 0 where the item holds none: another release wrote it. */
  readonly revision: number;
  readonly recentWrites: readonly string[];
  /** The time of the last change, for releases that raise no revision; an item need not have one. */
  readonly updatedAt: string | undefined;
}

const versionSchema = z.object({
  [REVISION]: z._default(z.int(), 0),
  [RECENT_WRITES]: z._default(z.array(z.string()), []),
  data: z.optional(z.object({ updated_at: z.optional(z.string()) })),
});

/** The version of an item that was read; of none where there is no item. */
export function readVersion(item: Readonly<Record<string, unknown>> | undefined): Version {
  const { revision, recent_writes, data } = versionSchema.parse(item ?? {});
  return { revision, recentWrites: recent_writes, updatedAt: data?.updated_at };
}

/** Whether a write is among the last that an item saw. */
export function holdsWrite({ recentWrites }: Version, writeId: string): boolean {
  return recentWrites.includes(writeId);
}

/** What a change writes of the version, beside its own. */
export function nextVersion({ revision, recentWrites }: Version, writeId: string) {
  return { [REVISION]: revision + 1, [RECENT_WRITES]: [writeId, ...recentWrites].slice(0, KEPT_WRITES) };
}

/** A condition, with the names and values that it uses. */
export interface Condition {
  readonly expression: string;
  readonly names: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Holds while an item is of a version. */
export function isOfVersion({ revision, updatedAt }: Version): Condition {
  const sameTime = updatedAt === undefined ? '' : ' AND #data.#updated_at = :read_updated_at';
  const sameRevision =
    revision === 0
      ? `(attribute_not_exists(#${REVISION}) OR #${REVISION} = :read_${REVISION})`
      : `#${REVISION} = :read_${REVISION}`;
  return {
    expression: `${sameRevision}${sameTime}`,
    names: {
      [`#${REVISION}`]: REVISION,
      ...(updatedAt === undefined ? {} : { '#data': 'data', '#updated_at': 'updated_at' }),
    },
    values: {
      [`:read_${REVISION}`]: revision,
      ...(updatedAt === undefined ? {} : { ':read_updated_at': updatedAt }),
    },
  };
}
