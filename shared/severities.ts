import * as z from 'zod/mini';
import { withMeta } from './with-meta.ts';

/** The severities from the lowest to the highest. */
export const ALERT_SEVERITIES = ['info', 'low', 'medium', 'high', 'critical'] as const;

export const alertSeverityField = withMeta(z.enum(ALERT_SEVERITIES), { id: 'AlertSeverity' });

export type AlertSeverity = z.infer<typeof alertSeverityField>;

/** The rank of a severity, from 0 for the lowest. */
export const severityRank = (severity: AlertSeverity): number => ALERT_SEVERITIES.indexOf(severity);
