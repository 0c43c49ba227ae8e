import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newId } from '../../shared/base/ids.ts';
import {
  cutPage,
  type Page,
  type PageRequest,
  type Position,
  readPage,
} from '../../shared/table/list-page.ts';
import { seededRandomBytes } from '../support/random.ts';

interface Entry {
  readonly id: string;
  readonly updated_at: string;
}

const entry = (id: string): Entry => ({ id, updated_at: '2026-11-20T12:00:00.000+00:00' });

/** Partitions of an in-memory list, read as the table is. */
function read(
  partition: readonly Entry[],
  from: { direction: 'next' | 'prev'; beyond: string | undefined; count: number },
) {
  const { direction, beyond, count } = from;
  const ordered = partition.toSorted((a, b) => (a.id < b.id === (direction === 'next') ? 1 : -1));
  const beyondPlace = ordered.filter(
    ({ id }) => beyond === undefined || (direction === 'next' ? id < beyond : id > beyond),
  );
  return Promise.resolve(beyondPlace.slice(0, count));
}

const entries = fc.integer({ min: 0, max: 60 }).map((count) => {
  const randomBytes = seededRandomBytes(String(count));
  return Array.from({ length: count }, (_, place) =>
    entry(newId(new Date(1_700_000_000_000 + place), randomBytes)),
  );
});

const partitioned = fc
  .tuple(entries, fc.integer({ min: 1, max: 9 }), fc.array(fc.nat(), { minLength: 60, maxLength: 60 }))
  .map(([all, count, choices]) => {
    const partitions: Entry[][] = Array.from({ length: count }, () => []);
    all.forEach((entry, place) => {
      partitions[(choices[place] ?? 0) % count]?.push(entry);
    });
    return { all: all.toReversed(), partitions };
  });

async function walk(
  partitions: readonly (readonly Entry[])[],
  limit: number,
  direction: 'next' | 'prev',
  start?: Position,
): Promise<Page<Entry>[]> {
  const pages: Page<Entry>[] = [];
  let position = start;
  do {
    const page: Page<Entry> = await readPage([partitions], read, { position, limit });
    pages.push(page);
    position = page[direction];
  } while (position && pages.length < 200);
  return pages;
}

describe('paging over merged partitions', () => {
  test('Paging over merged partitions shows every item once, forward and back, and each page except the last is full', async () => {
    await fc.assert(
      fc.asyncProperty(partitioned, fc.integer({ min: 1, max: 25 }), async ({ all, partitions }, limit) => {
        const forward = await walk(partitions, limit, 'next');
        expect(forward.flatMap((page) => page.items)).toEqual(all);
        expect(forward.slice(0, -1).every((page) => page.items.length === limit)).toBe(true);
        expect(forward).toHaveLength(Math.max(1, Math.ceil(all.length / limit)));
        expect(forward[0]?.prev).toBeUndefined();
        expect(forward.slice(1).every((page) => page.prev !== undefined)).toBe(true);

        const last = forward.at(-1);
        if (forward.length === 1) return;
        const backward = await walk(partitions, limit, 'prev', last?.prev);
        const before = all.slice(0, all.length - (last?.items.length ?? 0));
        expect(backward.toReversed().flatMap((page) => page.items)).toEqual(before);
        expect(backward.at(-1)?.prev).toBeUndefined();
        expect(backward.every((page) => page.next !== undefined)).toBe(true);
      }),
    );
  });

  test('Paging over merged partitions shows each unchanged item exactly once while other items are added and removed', async () => {
    await fc.assert(
      fc.asyncProperty(
        partitioned,
        fc.integer({ min: 1, max: 10 }),
        fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }),
        async ({ all, partitions }, limit, kept) => {
          const stable = new Set(all.filter((_, place) => kept[place]).map(({ id }) => id));
          const seen: string[] = [];
          let position: Position | undefined;
          let current: readonly (readonly Entry[])[] = partitions;
          do {
            const page: Page<Entry> = await readPage([current], read, { position, limit });
            seen.push(...page.items.map(({ id }) => id));
            position = page.next;
            const [first, ...others] = partitions.map((entries) =>
              entries.filter(({ id }) => stable.has(id)),
            );
            const newer = entry(newId(new Date(1_800_000_000_000 + seen.length), seededRandomBytes('new')));
            current = [[...(first ?? []), newer], ...others];
          } while (position);
          expect(seen.filter((id) => stable.has(id))).toEqual(
            all.map(({ id }) => id).filter((id) => stable.has(id)),
          );
          expect(new Set(seen).size).toBe(seen.length);
        },
      ),
    );
  });
});

test('An item that is in two partitions while it moves is on a page once, in its newest version', async () => {
  const moved = (at: string): Entry => ({ ...entry('01900002-0000-7000-8000-000000000000'), updated_at: at });
  const [older, newer] = ['2026-11-20T12:00:00.000+00:00', '2026-11-20T12:00:01.000+00:00'].map(moved);
  const others = [3, 1].map((digit) => entry(`0190000${digit}-0000-7000-8000-000000000000`));
  for (const direction of ['next', 'prev'] as const) {
    const start =
      direction === 'next' ? undefined : { id: '01800000-0000-7000-8000-000000000000', direction };
    for (const partitions of [
      [[older, ...others], [newer]],
      [[newer], [older, ...others]],
    ]) {
      const known = partitions.map((entries) => entries.filter((it) => it !== undefined));
      const page = await readPage([known], read, { position: start, limit: 3 });
      expect(page.items).toEqual([others[0], newer, others[1]]);
    }
  }
});

describe('a page whose items were all deleted', () => {
  const request = (direction: 'next' | 'prev'): PageRequest => ({
    position: { id: '019a0000-0000-7000-8000-000000000000', direction },
    limit: 2,
  });
  const list = [3, 2, 1].map((digit) => entry(`0190000${digit}-0000-7000-8000-000000000000`));

  test('The next link of an empty page before the first item leads to the first items', async () => {
    const page = cutPage<Entry>([], request('prev'));
    const next = await readPage([[list]], read, { position: page.next, limit: 2 });
    expect(next.items).toEqual(list.slice(0, 2));
  });

  test('The prev link of an empty page after the last item leads to the last items', async () => {
    const page = cutPage<Entry>([], request('next'));
    expect(page.next).toBeUndefined();
    const back = await readPage([[list]], read, { position: page.prev, limit: 2 });
    expect(back.items).toEqual(list.slice(1));
  });
});
