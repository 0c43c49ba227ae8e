import type { IndexName } from '../../shared/table/definition.ts';

/**
 * What one request does to one place: an item of the table, or a partition of an index. Places are written with what
 * varies in braces (`TENANT#{tenant}`), so that it can be told who shares them.
 */
export interface Touch {
  readonly index: IndexName | 'table';
  readonly partition: string;
  /** The sort key; of indexes, where lists read and new entries come at the newest end, none. */
  readonly sort?: string | undefined;
  readonly readUnits: number;
  readonly writeUnits: number;
}

/** Touches of the same place as one. */
export function mergeTouches(touches: readonly Touch[]): Touch[] {
  return [...Map.groupBy(touches, placeOf).values()].flatMap(([first, ...others]) =>
    first ? [others.reduce(add, first)] : [],
  );
}

/** A place's name: index and partition, and the item where it is one of the table. */
export function placeOf({ index, partition, sort }: Pick<Touch, 'index' | 'partition' | 'sort'>): string {
  const key = sort === undefined ? partition : `${partition} / ${sort}`;
  return index === 'table' ? key : `${index}: ${key}`;
}

function add(left: Touch, right: Touch): Touch {
  return {
    ...left,
    readUnits: left.readUnits + right.readUnits,
    writeUnits: left.writeUnits + right.writeUnits,
  };
}
