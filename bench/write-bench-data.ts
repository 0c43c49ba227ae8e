import { ensureTable } from '../lib/local/create-table.ts';
import { DEMO_MARKER } from '../lib/local/demo-data.ts';
import { writeItems } from '../lib/local/write-items.ts';
import { emailItem, userItem } from '../shared/accounts/account.ts';
import { assignmentItem } from '../shared/accounts/assignments.ts';
import { hashPassword } from '../shared/accounts/password.ts';
import type { Alert } from '../shared/alerts/alert.ts';
import { SITES } from '../shared/sites/site.ts';
import type { Table } from '../shared/table/table.ts';
import { TENANTS } from '../shared/tenants/tenant.ts';
import { alertItem } from './bench-alerts.ts';
import { BENCH_PASSWORD, type BenchData } from './bench-data.ts';

const LANES = 4;
/** Items are made in portions, because index attributes make them much larger than the alerts. */
const PORTION = 500;

/** Creates the table and writes the data, with the marker that prevents the local server from adding demo data. */
export async function writeBenchData(table: Table, data: BenchData): Promise<void> {
  await ensureTable(table.client, table.name);
  const credentials = { password_hash: await hashPassword(BENCH_PASSWORD), session_version: 1 };
  const { operators, operatorSiteIds } = data;
  const users = [data.platformAdmin, data.tenantMaster, ...operators];
  await writeItems(table, [
    ...data.tenants.map(TENANTS.item),
    ...data.sites.map(SITES.item),
    ...users.flatMap((user) => [userItem(user, credentials), emailItem(user)]),
    ...operators.map((user) => assignmentItem(user, operatorSiteIds)),
    DEMO_MARKER,
  ]);
  await writeAlerts(table, data.alerts);
}

export function writeAlerts(table: Table, alerts: readonly Alert[]): Promise<void> {
  return writeInLanes(table, alerts.values().map(alertItem));
}

/** Writes generated items, several portions at a time. */
export async function writeInLanes(
  table: Table,
  items: Iterator<Record<string, unknown>, unknown, void>,
): Promise<void> {
  const portions = Iterator.from(items);
  const writePortions = async () => {
    for (let portion = take(portions); portion.length > 0; portion = take(portions)) {
      await writeItems(table, portion);
    }
  };
  await Promise.all(Array.from({ length: LANES }, writePortions));
}

function take<T>(items: Iterator<T, unknown, void>): T[] {
  const portion: T[] = [];
  while (portion.length < PORTION) {
    const next = items.next();
    if (next.done) break;
    portion.push(next.value);
  }
  return portion;
}
