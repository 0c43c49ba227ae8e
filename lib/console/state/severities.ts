import type { AlertSeverity } from '../../client/types.ts';

/** From the highest to the lowest. */
export const SEVERITIES = [
  'critical',
  'high',
  'medium',
  'low',
  'info',
] as const satisfies readonly AlertSeverity[];

/** 0 is the highest severity. */
export function rankOf(severity: AlertSeverity): number {
  return SEVERITIES.indexOf(severity);
}
