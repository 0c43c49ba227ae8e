import * as z from 'zod/mini';
import type { Cell } from './cells.ts';
import { addTally, emptyTally, loadTally, storedTallySchema, storeTally, type Tally } from './tally.ts';

/** The dimensions by which a report can be grouped, besides days. */
export const DIMENSIONS = ['none', 'site', 'type', 'severity', 'user'] as const;

export type Dimension = (typeof DIMENSIONS)[number];

/** The alerts with the same value of a dimension. A site also has its name. */
export interface Group {
  readonly key: string | null;
  name: string | null;
  readonly tally: Tally;
}

/** The groups of alerts in one dimension. */
export class Groups {
  readonly #groups = new Map<string | null, Group>();

  add(key: string | null, tally: Tally, name: string | null = null): void {
    const group = this.#groups.get(key) ?? { key, name, tally: emptyTally() };
    this.#groups.set(key, group);
    group.name = name ?? group.name; // the latest name counts
    addTally(group.tally, tally);
  }

  values(): Group[] {
    return [...this.#groups.values()];
  }
}

const KEY_OF: Readonly<Record<Dimension, (cell: Cell) => string | null>> = {
  none: () => null,
  site: ({ siteId }) => siteId,
  type: ({ type }) => type,
  severity: ({ severity }) => severity,
  user: ({ userId }) => userId,
};

export function addCell(groups: Groups, dimension: Dimension, cell: Cell): void {
  groups.add(KEY_OF[dimension](cell), cell.tally, dimension === 'site' ? cell.siteName : null);
}

/** The dimensions that are stored for a tenant or a site, besides sites. */
export const BREAKDOWN = ['none', 'type', 'severity', 'user'] as const;

/**
 * How many people, and how many types, a period of a tenant stores at most. That is more than reports need. The rest is one
 * group, `null`.
 */
const MOST_GROUPS = 500;

/** The groups in several dimensions, as they are stored for a period. */
export class Breakdown {
  readonly #dimensions = new Map<Dimension, Groups>();

  in(dimension: Dimension): Groups {
    const groups = this.#dimensions.get(dimension) ?? new Groups();
    this.#dimensions.set(dimension, groups);
    return groups;
  }

  addCell(cell: Cell, dimensions: readonly Dimension[]): void {
    for (const dimension of dimensions) addCell(this.in(dimension), dimension, cell);
  }

  add([dimension, key, name, tally]: StoredGroup): void {
    this.in(dimension).add(key, loadTally(tally), name);
  }

  store(): StoredGroup[] {
    return [...this.#dimensions].flatMap(([dimension, groups]) =>
      (dimension === 'site' ? groups : fewGroups(groups))
        .values()
        .map(({ key, name, tally }): StoredGroup => [dimension, key, name, storeTally(tally)]),
    );
  }
}

/** The stored form of a group: the dimension, the key, the name and the tally. */
export const storedGroupSchema = z.tuple([
  z.enum(DIMENSIONS),
  z.nullable(z.string()),
  z.nullable(z.string()),
  storedTallySchema,
]);

export type StoredGroup = z.infer<typeof storedGroupSchema>;

function fewGroups(groups: Groups): Groups {
  const all = groups.values();
  if (all.length <= MOST_GROUPS) return groups;
  const few = new Groups();
  const sorted = all.toSorted(
    (a, b) => b.tally.alerts - a.tally.alerts || (String(a.key) < String(b.key) ? -1 : 1),
  );
  for (const [place, { key, tally }] of sorted.entries())
    few.add(place < MOST_GROUPS - 1 ? key : null, tally);
  return few;
}
