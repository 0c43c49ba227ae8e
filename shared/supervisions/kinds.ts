import * as z from 'zod/mini';
import { withMeta } from '../base/schema.ts';
import type { AlertSeverity } from '../base/severities.ts';
import type { AlertEnd } from '../openings/site-state.ts';

/** When a supervision is judged. */
export type Rhythm =
  /** At the end of each window, plus the grace. */
  | 'window_end'
  /** At the start of each window, plus the grace. */
  | 'window_start'
  /** With each opening: it has no timer. */
  | 'opening'
  /** When the interval since the last report is over. */
  | 'interval'
  /** The same, within windows only. */
  | 'interval_in_windows';

interface KindRules {
  readonly rhythm: Rhythm;
  /** The type of the alert that it raises. */
  readonly raises: string;
  readonly severity: AlertSeverity;
  /** What ends the alert: Guard resolves it, or writes `restored` into its history, because people close it. */
  readonly over: { readonly when: AlertEnd; readonly does: 'resolve' | 'restore' };
  readonly hasWindows: boolean;
  readonly hasPartition: boolean;
  readonly hasDevice: boolean;
  /** The shortest interval in minutes; missing for a kind without one. */
  readonly shortestMinutes?: number;
  readonly mayExtend: boolean;
  /** Whether a test of the site exempts it. */
  readonly restsOnTest: boolean;
  /** Whether it depends on what devices report, so that it says nothing about a site that has never reported. */
  readonly needsReports: boolean;
}

/** The kinds of supervisions. Each is this one entry; all else follows from it. */
export const SUPERVISION_KINDS = {
  closing: {
    rhythm: 'window_end',
    raises: 'late-to-close',
    severity: 'high',
    over: { when: 'closed', does: 'resolve' },
    hasWindows: true,
    hasPartition: true,
    hasDevice: false,
    mayExtend: true,
    restsOnTest: true,
    needsReports: true,
  },
  opening: {
    rhythm: 'window_start',
    raises: 'late-to-open',
    severity: 'medium',
    over: { when: 'opened', does: 'resolve' },
    hasWindows: true,
    hasPartition: true,
    hasDevice: false,
    mayExtend: true,
    restsOnTest: true,
    needsReports: true,
  },
  out_of_hours: {
    rhythm: 'opening',
    raises: 'opening-out-of-hours',
    severity: 'high',
    over: { when: 'closed', does: 'restore' },
    hasWindows: true,
    hasPartition: true,
    hasDevice: false,
    mayExtend: false,
    restsOnTest: true,
    needsReports: true,
  },
  test: {
    rhythm: 'interval',
    raises: 'fail-to-test',
    severity: 'medium',
    over: { when: 'tested', does: 'restore' },
    hasWindows: false,
    hasPartition: false,
    hasDevice: true,
    shortestMinutes: 5,
    mayExtend: false,
    restsOnTest: true,
    needsReports: true,
  },
  check_in: {
    rhythm: 'interval_in_windows',
    raises: 'missed-check-in',
    severity: 'critical',
    over: { when: 'checked_in', does: 'restore' },
    hasWindows: true,
    hasPartition: false,
    hasDevice: false,
    shortestMinutes: 1,
    mayExtend: false,
    restsOnTest: false,
    needsReports: false,
  },
} as const satisfies Readonly<Record<string, KindRules>>;

export type SupervisionKind = keyof typeof SUPERVISION_KINDS;

/** What is true of a kind. */
export const rulesOf = (kind: SupervisionKind): KindRules => SUPERVISION_KINDS[kind];

const KIND_NAMES = Object.keys(SUPERVISION_KINDS) as [SupervisionKind, ...SupervisionKind[]];

export const kindField = withMeta(z.enum(KIND_NAMES), {
  id: 'SupervisionKind',
  description:
    '`closing`: not closed at the end of a window. `opening`: not opened at its start. `out_of_hours`: opened outside every window. `test`: no test signal of a device. `check_in`: nobody checked in.',
});
