import type { AlertSeverity } from '../../client/types.ts';

/** The gravest first. */
export const SEVERITIES = [
  'critical',
  'high',
  'medium',
  'low',
  'info',
] as const satisfies readonly AlertSeverity[];

/** 0 is the gravest. */
export function rankOf(severity: AlertSeverity): number {
  return SEVERITIES.indexOf(severity);
}
