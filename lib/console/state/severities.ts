import type { AlertSeverity } from '../../client/types.ts';

/** The severities from the highest to the lowest. */
export const SEVERITIES = [
  'critical',
  'high',
  'medium',
  'low',
  'info',
] as const satisfies readonly AlertSeverity[];

/** The rank of a severity; 0 is the highest. */
export function rankOf(severity: AlertSeverity): number {
  return SEVERITIES.indexOf(severity);
}
