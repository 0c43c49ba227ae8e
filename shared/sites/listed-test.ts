import * as z from 'zod/mini';

type Item = Readonly<Record<string, unknown>>;

/**
 * The attribute with the tests of a site that have not ended. It is outside `data`; raising an alert reads it together with
 * the site.
 */
export const LISTED_TESTS = 'tests';

/** The attribute with the times for which operators put the site on test. Their limit depends on it. */
export const TEST_USES = 'test_uses';

const listedTestSchema = z.object({
  id: z.string(),
  ends_at: z.string(),
  zone_id: z.optional(z.string()),
  device_ids: z.optional(z.array(z.string())),
  types: z.optional(z.array(z.string())),
});

const testUseSchema = z.object({
  test_id: z.string(),
  from: z.string(),
  until: z.string(),
  /** The id of the operator. */
  by: z.string(),
});

/** What decides whether an alert is part of a test. */
export type ListedTest = z.infer<typeof listedTestSchema>;

/** A time for which an operator put a site on test. */
export type TestUse = z.infer<typeof testUseSchema>;

const listedTestsSchema = z._default(z.array(listedTestSchema), []);
const testUsesSchema = z._default(z.array(testUseSchema), []);

/** Reads the tests that the item of a site lists. Whether their time is over must be checked by the clock. */
export function readListedTests(site: Item | undefined): readonly ListedTest[] {
  return listedTestsSchema.parse(site?.[LISTED_TESTS]);
}

export function readTestUses(site: Item): readonly TestUse[] {
  return testUsesSchema.parse(site[TEST_USES]);
}
