import type { Warning } from '../base/fields.ts';
import { DEVICES, type Device } from '../devices/device.ts';
import { readSiteState, type SiteState } from '../openings/site-state.ts';
import { SITES, type StoredSite } from '../sites/site.ts';
import { type ItemKey, siteStateKey } from '../table/keys.ts';
import { batchGet } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { testOf } from './alerts-of.ts';
import { expectationOf } from './expectation.ts';
import { type Expectation, isNeverDue } from './judge.ts';
import { rulesOf } from './kinds.ts';
import { hasReported } from './reported.ts';
import type { Supervision } from './supervision.ts';

/** Adds what makes a supervision silent now: that nothing was ever reported, or that the site is on test. */
export async function withWarnings(table: Table, supervision: Supervision, now: Date): Promise<Supervision> {
  const [siteItem, stateItem, deviceItem] = await batchGet(table, keysOfWarnings(supervision));
  if (!siteItem) return { ...supervision, warnings: [] };
  const site = SITES.read(siteItem);
  const state = readSiteState(stateItem);
  const expected = await expectationOf(table, supervision, site.entity);
  const device = deviceItem && DEVICES.entityOf(deviceItem);
  return { ...supervision, warnings: warningsOf(supervision, { site, state, expected, device }, now) };
}

/** The keys of the items that the warnings of a supervision depend on: its site, the state of it, and the device that tests. */
export const keysOfWarnings = ({ tenant_id, site_id, device_id }: Supervision): ItemKey[] => [
  SITES.key(tenant_id, site_id),
  siteStateKey(tenant_id, site_id),
  ...(device_id === null ? [] : [DEVICES.key(tenant_id, device_id)]),
];

interface Circumstances {
  readonly site: StoredSite;
  readonly state: SiteState;
  readonly expected: Expectation;
  readonly device: Device | undefined;
}

/** What makes a supervision silent now. */
export function warningsOf(
  supervision: Supervision,
  { site, state, expected, device }: Circumstances,
  now: Date,
): Warning[] {
  const { needsReports, restsOnTest, raises } = rulesOf(supervision.kind);
  const isOnTest = testOf(site.tests, { type: raises, device }, now) !== undefined;
  return [
    ...(isNeverDue(expected, now.getTime()) ? [NEVER_DUE] : []),
    ...(needsReports && !hasReported(supervision, state) ? [NEVER_REPORTED] : []),
    ...(restsOnTest && isOnTest ? [ON_TEST] : []),
  ];
}

const NEVER_REPORTED: Warning = {
  field: 'site_id',
  code: 'never_reported',
  message:
    'Nothing was ever reported that it could supervise. It raises one alert, and no more until something is reported.',
};

const ON_TEST: Warning = {
  field: 'site_id',
  code: 'on_test',
  message: 'The site or its device is on test. What is due now is recorded as a test alert.',
};

const NEVER_DUE: Warning = {
  field: 'windows',
  code: 'never_due',
  message:
    'Nothing is due within a month, so that it raises no alert: look at the windows, the dates and the interval.',
};
