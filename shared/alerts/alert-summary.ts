import * as z from 'zod/mini';
import { withMeta } from '../with-meta.ts';
import type { Alert } from './alert.ts';

/** The largest number of open alerts that are counted. */
export const MAXIMUM_COUNTED = 1_000;

const countField = z.int().check(z.minimum(0), z.maximum(MAXIMUM_COUNTED));

/** The numbers of open alerts, by status and severity (docs/api-contract.md, "Alerts"). */
export const alertSummarySchema = withMeta(
  z.object({
    open: withMeta(countField, { description: 'The number of active and acknowledged alerts.' }),
    by_status: z.object({ active: countField, acknowledged: countField }),
    by_severity: z.object({
      info: countField,
      low: countField,
      medium: countField,
      high: countField,
      critical: countField,
    }),
    capped: withMeta(z.boolean(), {
      description: `Whether there are more than ${MAXIMUM_COUNTED} alerts. Then critical and high ones are counted first, and the newest of the others, up to ${MAXIMUM_COUNTED}.`,
    }),
  }),
  {
    id: 'AlertSummary',
    description: 'The numbers of open alerts.',
    examples: [
      {
        open: 7,
        by_status: { active: 5, acknowledged: 2 },
        by_severity: { info: 0, low: 1, medium: 3, high: 2, critical: 1 },
        capped: false,
      },
    ],
  },
);

export type AlertSummary = z.infer<typeof alertSummarySchema>;

/** Counts open alerts, given in the order in which they count, up to 1,000. */
export function countAlerts(open: readonly Pick<Alert, 'status' | 'severity'>[]): AlertSummary {
  const counted = open.slice(0, MAXIMUM_COUNTED);
  const ofStatus = (it: Alert['status']) => counted.filter(({ status }) => status === it).length;
  const ofSeverity = (it: Alert['severity']) => counted.filter(({ severity }) => severity === it).length;
  return {
    open: counted.length,
    by_status: { active: ofStatus('active'), acknowledged: ofStatus('acknowledged') },
    by_severity: {
      info: ofSeverity('info'),
      low: ofSeverity('low'),
      medium: ofSeverity('medium'),
      high: ofSeverity('high'),
      critical: ofSeverity('critical'),
    },
    capped: open.length > counted.length,
  };
}
