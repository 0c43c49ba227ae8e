import { activeAlert, COMMON_TYPE, resolved } from './bench-alerts.ts';
import type { BenchShape } from './bench-data.ts';

const OPEN_AT_ONCE = 5_000;

/** Tenants with the worst distribution of alerts for some list. */
export const SHAPES: readonly BenchShape[] = [
  { name: 'one-site', siteCount: 1, operatorSiteCount: 1 },
  { name: 'hundred-sites', siteCount: 100, operatorSiteCount: 100 },
  {
    name: 'oldest-is-open',
    siteCount: 10,
    operatorSiteCount: 5,
    makeAlert: (age, count, origin) => {
      const alert = activeAlert(age, origin);
      return age === count - 1 ? alert : resolved(alert, origin);
    },
  },
  {
    name: 'one-type',
    siteCount: 10,
    operatorSiteCount: 5,
    makeAlert: (age, _, origin) => resolved({ ...activeAlert(age, origin), type: COMMON_TYPE }, origin),
  },
  {
    name: 'all-resolved',
    siteCount: 10,
    operatorSiteCount: 5,
    makeAlert: (age, _, origin) => resolved(activeAlert(age, origin), origin),
  },
  {
    // This is like after a power cut: half of a small tenant's alerts are open, and a limited number of a large one's.
    name: 'open-at-once',
    siteCount: 10,
    operatorSiteCount: 5,
    makeAlert: (age, count, origin) => {
      const alert = activeAlert(age, origin);
      return age < Math.min(OPEN_AT_ONCE, count / 2) ? alert : resolved(alert, origin);
    },
  },
];
