import * as z from 'zod/mini';

/** The attribute with the supervisions of a site. It is outside `data`; what is reported finds those that it concerns in it. */
export const LISTED_SUPERVISIONS = 'supervisions';

/** What decides whether a report concerns a supervision, and the calendar that it uses. Its kind is an open set: another release may know more. */
const listedSchema = z.object({
  id: z.string(),
  kind: z.string(),
  device_id: z.optional(z.string()),
  calendar_id: z.optional(z.string()),
});

export type ListedSupervision = z.infer<typeof listedSchema>;

const allSchema = z._default(z.array(listedSchema), []);

/** Reads the supervisions that the item of a site lists. */
export function readListedSupervisions(
  site: Readonly<Record<string, unknown>> | undefined,
): readonly ListedSupervision[] {
  return allSchema.parse(site?.[LISTED_SUPERVISIONS]);
}
