import type { Warning } from '../base/fields.ts';
import { readSiteState, type SiteState } from '../openings/site-state.ts';
import { SITES, type StoredSite } from '../sites/site.ts';
import { siteStateKey } from '../table/keys.ts';
import { batchGet } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { isOver } from '../test-mode/site-test.ts';
import { rulesOf } from './kinds.ts';
import { hasReported } from './reported.ts';
import type { Supervision } from './supervision.ts';

/** Adds what makes a supervision silent now: that nothing was ever reported, or that the site is on test. */
export async function withWarnings(table: Table, supervision: Supervision, now: Date): Promise<Supervision> {
  const { tenant_id, site_id } = supervision;
  const [siteItem, stateItem] = await batchGet(table, [
    SITES.key(tenant_id, site_id),
    siteStateKey(tenant_id, site_id),
  ]);
  const site = siteItem && SITES.read(siteItem);
  return { ...supervision, warnings: warningsOf(supervision, site, readSiteState(stateItem), now) };
}

/** What makes a supervision silent now. */
export function warningsOf(
  supervision: Supervision,
  site: StoredSite | undefined,
  state: SiteState,
  now: Date,
): Warning[] {
  const { needsReports, restsOnTest } = rulesOf(supervision.kind);
  const isOnTest = site?.tests.some(
    (test) => !isOver(test, now) && test.zone_id === undefined && test.device_ids === undefined,
  );
  return [
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
  message: 'The site is on test. What is due now is recorded as a test alert.',
};
