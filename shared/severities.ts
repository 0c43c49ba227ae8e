import * as z from 'zod/mini';
import { withMeta } from './with-meta.ts';

/** From the lowest to the highest severity. */
export const ALERT_SEVERITIES = ['info', 'low', 'medium', 'high', 'critical'] as const;

export const alertSeverityField = withMeta(z.enum(ALERT_SEVERITIES), { id: 'AlertSeverity' });
