import * as z from 'zod/mini';

type Item = Readonly<Record<string, unknown>>;

/**
 * The attribute for the tests of a site that have not ended. It is outside `data`; raising an alert reads it with the site.
 */
export const LISTED_TESTS = 'tests';

/** The attribute with the times that operators put the site on test, for their limit. */
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
  /** The operator. */
  by: z.string(),
});

/** The part of a test that decides whether an alert is on test. */
export type ListedTest = z.infer<typeof listedTestSchema>;

/** A period for which an operator put a site on test. */
export type TestUse = z.infer<typeof testUseSchema>;

const listedTestsSchema = z._default(z.array(listedTestSchema), []);
const testUsesSchema = z._default(z.array(testUseSchema), []);

/** The tests that the item of a site lists. The clock decides whether they are over. */
export function readListedTests(site: Item | undefined): readonly ListedTest[] {
  return listedTestsSchema.parse(site?.[LISTED_TESTS]);
}

export function readTestUses(site: Item): readonly TestUse[] {
  return testUsesSchema.parse(site[TEST_USES]);
}
