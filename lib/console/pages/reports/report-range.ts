import { DAY_MS } from '../../../../shared/base/time.ts';
import { dayAfter } from '../../../../shared/statistics/zone-days.ts';

/** The days of a report that is opened without any. */
const USUAL_DAYS = 30;

/** The first and the last day of a report, in its time zone. */
export interface ReportRange {
  readonly since: string;
  readonly until: string;
}

/** The range that the URL describes: by default the last 30 days. A last day before the first is the first. */
export function reportRange(given: Partial<ReportRange>, today: string): ReportRange {
  const until = given.until ?? (given.since !== undefined && given.since > today ? given.since : today);
  const since = given.since ?? dayAfter(until, 1 - USUAL_DAYS);
  return { since, until: until < since ? since : until };
}

/** Periods that a person chooses by name. */
export const PRESETS = [
  'today',
  'yesterday',
  'week',
  'last_week',
  'thirty',
  'this_month',
  'last_month',
] as const;

type Preset = (typeof PRESETS)[number];

/** The days of a named period. */
export function presetRange(preset: Preset, today: string): ReportRange {
  const firstOfMonth = `${today.slice(0, 8)}01`;
  const lastOfBefore = dayAfter(firstOfMonth, -1);
  switch (preset) {
    case 'today':
      return { since: today, until: today };
    case 'yesterday':
      return { since: dayAfter(today, -1), until: dayAfter(today, -1) };
    case 'week':
      return { since: dayAfter(today, -6), until: today };
    case 'last_week': {
      // Weeks begin on Monday (ISO 8601).
      const sunday = dayAfter(today, -(new Date(today).getUTCDay() || 7));
      return { since: dayAfter(sunday, -6), until: sunday };
    }
    case 'thirty':
      return { since: dayAfter(today, 1 - USUAL_DAYS), until: today };
    case 'this_month':
      return { since: firstOfMonth, until: today };
    case 'last_month':
      return { since: `${lastOfBefore.slice(0, 8)}01`, until: lastOfBefore };
  }
}

/** Every day of a range; `undefined` if there are too many to draw. */
export function daysOf({ since, until }: ReportRange, most: number): string[] | undefined {
  const count = (Date.parse(until) - Date.parse(since)) / DAY_MS + 1;
  return count > most ? undefined : Array.from({ length: count }, (_, place) => dayAfter(since, place));
}
