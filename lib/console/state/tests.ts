import type { SiteTest } from '../../client/types.ts';

/** The newest version of each test that runs; the one that ends last comes last. */
export function runningTests(known: readonly SiteTest[], now: number): SiteTest[] {
  const newest = new Map<string, SiteTest>();
  for (const test of known) {
    if (test.version >= (newest.get(test.id)?.version ?? 0)) newest.set(test.id, test);
  }
  return [...newest.values()]
    .filter(({ ended_at, ends_at }) => ended_at === null && Date.parse(ends_at) > now)
    .sort((one, other) => Date.parse(one.ends_at) - Date.parse(other.ends_at));
}
