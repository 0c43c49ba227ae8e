import { emailItem, userItem } from '../../shared/accounts/account.ts';
import { assignmentItem } from '../../shared/accounts/assignments.ts';
import { isActiveMaster, MASTER_COUNT } from '../../shared/accounts/count-user.ts';
import { hashPassword } from '../../shared/accounts/password.ts';
import type { User } from '../../shared/accounts/user.ts';
import type { ActionPlan } from '../../shared/alerts/action-plan.ts';
import { ALERTS, type Alert } from '../../shared/alerts/alert.ts';
import { ALERT_EVENTS } from '../../shared/alerts/alert-event.ts';
import { OPEN_FORM } from '../../shared/alerts/alert-form.ts';
import { placeEntries } from '../../shared/alerts/change-stored.ts';
import { removalOf } from '../../shared/alerts/retain-alert.ts';
import { GUARD_ITSELF, recordUser } from '../../shared/base/actor.ts';
import type { RandomBytes } from '../../shared/base/ids.ts';
import type { Escalation } from '../../shared/base/severities.ts';
import { serialItem } from '../../shared/devices/change-devices.ts';
import { DEVICES } from '../../shared/devices/device.ts';
import { watchItem } from '../../shared/devices/heartbeat.ts';
import { SETTING_DEFAULTS } from '../../shared/lambda/default-schemas.ts';
import { CONTACTS } from '../../shared/sites/contact.ts';
import { LISTED_TESTS } from '../../shared/sites/listed-test.ts';
import { CONTACT_IDS, SITES } from '../../shared/sites/site.ts';
import { ZONES } from '../../shared/sites/zone.ts';
import { TTL_ATTRIBUTE } from '../../shared/table/definition.ts';
import { CHILD_COUNT } from '../../shared/table/keys.ts';
import { getItem } from '../../shared/table/reads.ts';
import type { Table } from '../../shared/table/table.ts';
import { PLATFORM_TENANT_NAME, platformItem } from '../../shared/tenants/platform-tenant.ts';
import { TENANTS } from '../../shared/tenants/tenant.ts';
import { listedTest, runningTimer, testItem } from '../../shared/test-mode/site-test.ts';
import {
  DEMO_ACCOUNTS,
  DEMO_PASSWORD,
  DEMO_STAFF,
  type DemoAccount,
  type DemoKey,
  type DemoTenantName,
  demoKey,
  demoSchedule,
  demoTenant,
  demoUser,
} from './demo-accounts.ts';
import {
  type DemoAlert,
  demoAlerts,
  demoStatistics,
  withRunawayAlert,
  withThreshold,
} from './demo-alerts.ts';
import { demoPanel } from './demo-panel.ts';
import { demoPlans, pinnedPlan, planItems } from './demo-plans.ts';
import { type DemoSite, type DemoWatch, demoPremises, demoWatches } from './demo-premises.ts';
import { type DemoSeed, settleSeed } from './demo-seed.ts';
import { DEMO_TRAFFIC, type DemoTraffic } from './demo-traffic.ts';
import { writeItems } from './write-items.ts';

export { DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo-accounts.ts';

/** The key of the item that is written last: if it exists, the demo data is complete. */
export const DEMO_MARKER = { pk: 'DEMO', sk: 'DEMO' } as const;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** The tenants, in the order of their creation. */
const DEMO_TENANTS: readonly {
  name: DemoTenantName;
  daysAgo: number;
  alerts: number;
  escalation?: Escalation;
  key?: string;
  hasSchedule?: true;
}[] = [
  { name: 'Guard platform', daysAgo: 91, alerts: 0 },
  {
    name: 'Acme',
    daysAgo: 90,
    alerts: 200,
    escalation: { high: [15], critical: [2, 5, 15] },
    key: 'Alarm panel',
    hasSchedule: true,
  },
  { name: 'Globex', daysAgo: 60, alerts: 48 },
];

type Item = Record<string, unknown>;

interface DemoSource {
  readonly now: Date;
  readonly randomBytes: RandomBytes;
}

/** Writes the demo data, unless it is already complete. So later starts change nothing. */
export async function ensureDemoData(
  table: Table,
  { log, ...source }: DemoSource & { readonly log: (line: string) => void },
): Promise<void> {
  if (await getItem(table, DEMO_MARKER)) return;
  log('writing the demo data');
  await seedDemoData(table, source);
}

/** Writes the demo data, with times relative to `now`. If a start was interrupted, the next one completes its data. */
export async function seedDemoData(table: Table, source: DemoSource): Promise<void> {
  const seed = await settleSeed(table, source);
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const secrets = { passwordHash, randomBytes: source.randomBytes };
  await writeItems(
    table,
    DEMO_TENANTS.flatMap((tenant) => tenantItems(tenant, seed, secrets)),
  );
  await writeItems(table, [DEMO_MARKER]);
}

function tenantItems(
  { name, daysAgo, alerts: count, escalation, key: keyName, hasSchedule }: (typeof DEMO_TENANTS)[number],
  seed: DemoSeed,
  { passwordHash, randomBytes }: { readonly passwordHash: string; readonly randomBytes: RandomBytes },
): Item[] {
  const foundedAt = new Date(seed.now.getTime() - daysAgo * DAY_MS);
  const tenant = demoTenant(name, seed.makeId(foundedAt), foundedAt);
  const accounts = [...DEMO_STAFF, ...DEMO_ACCOUNTS].filter((account) => account.tenant === name);
  const users = accounts.map((account, place) => {
    const createdAt = new Date(foundedAt.getTime() + place * MINUTE_MS);
    return demoUser(account, seed.makeId(createdAt), tenant.id, createdAt);
  });
  const premises = demoPremises(name, tenant.id, foundedAt, seed);
  const operator = users.find(({ email }) => email.startsWith('operator@'));
  const attended = premises.filter(({ isAttended }) => isAttended);
  const keyOrigin = { tenantId: tenant.id, createdAt: foundedAt, lastUsedAt: seed.now };
  const key = keyName
    ? demoKey(keyName, { id: seed.makeId(foundedAt), ...keyOrigin }, randomBytes)
    : undefined;
  const ordinaryAlerts = demoAlerts(attended, {
    count,
    operator: operator ? recordUser({ userId: operator.id, name: operator.name }) : GUARD_ITSELF,
    machine: key?.actor ?? GUARD_ITSELF,
    seed,
  });
  const schedules = hasSchedule ? [demoSchedule(users, foundedAt, seed)] : [];
  const plans = demoPlans(name, premises, foundedAt, seed);
  const alerts = key ? withRunawayAlert(ordinaryAlerts) : ordinaryAlerts;
  const onlyAlerts = alerts.map(({ alert }) => alert);
  const watches = demoWatches(premises, onlyAlerts);
  return [
    {
      ...TENANTS.item(tenant),
      ...(escalation ? { escalation } : {}),
      [CHILD_COUNT]: premises.length + users.length + plans.length + schedules.length + (key ? 1 : 0),
      action_plans: plans.length,
      ...(hasSchedule ? { schedules: 1 } : {}),
      [MASTER_COUNT]: users.filter(isActiveMaster).length,
    },
    ...(name === PLATFORM_TENANT_NAME ? [platformItem(tenant.id)] : []),
    ...users.flatMap((user, place) => userItems(user, accounts[place], premises, passwordHash)),
    ...(key ? [key.item, { ...DEMO_TRAFFIC, ...trafficOf(key, attended, watches) }] : []),
    ...premises.flatMap((site) => siteItems(site, watches, onlyAlerts, demoPanel(site, seed))),
    ...planItems(plans),
    ...alerts.flatMap((alert) => alertItems(alert, plans)),
    ...demoStatistics(tenant.id, onlyAlerts, seed.now),
    ...schedules,
  ];
}

function trafficOf(
  { plainText }: DemoKey,
  attended: readonly DemoSite[],
  watches: readonly DemoWatch[],
): DemoTraffic {
  const devices = attended.flatMap((site) => site.devices);
  const silent = watches.find(({ watch }) => watch.state === 'offline');
  return {
    key: plainText,
    devices: devices.map(({ id, name, type }) => ({ id, name, type })),
    silent_device_id: silent?.device.id ?? null,
  };
}

/** Makes the items of alerts. A resolved alert expires together with its history. */
function alertItems({ alert, events }: DemoAlert, plans: readonly ActionPlan[]): Item[] {
  const { GUARD_ALERT_RETENTION_DAYS: days } = SETTING_DEFAULTS;
  const removal = alert.status === 'resolved' ? { [TTL_ATTRIBUTE]: removalOf(alert, days) } : {};
  const entries = events.map((event) => ({ event }));
  const { attributes, own } = placeEntries(alert, { form: OPEN_FORM }, entries);
  const item = { ...ALERTS.item(alert), ...attributes, ...pinnedPlan(plans, alert) };
  const history = own.map(({ event }) => ALERT_EVENTS.item(event));
  return [item, ...history].map((item) => ({ ...item, ...removal }));
}

function siteItems(
  { site, zones, devices, contacts, test }: DemoSite,
  watches: readonly DemoWatch[],
  alerts: readonly Alert[],
  panel: readonly Item[],
): Item[] {
  const countIn = (zoneId: string) => devices.filter(({ zone_id }) => zone_id === zoneId).length;
  return [
    {
      ...SITES.item(site),
      [CHILD_COUNT]: zones.length + devices.length + (panel.length > 0 ? 1 : 0),
      ...(contacts.length > 0 ? { [CONTACT_IDS]: contacts.map(({ id }) => id) } : {}),
      ...(test ? { [LISTED_TESTS]: [listedTest(test)] } : {}),
    },
    ...(test ? [testItem(test, runningTimer(test, new Date(test.created_at)))] : []),
    ...contacts.map(CONTACTS.item),
    ...zones.map((zone) => ({ ...ZONES.item(zone), [CHILD_COUNT]: countIn(zone.id) })),
    ...devices.flatMap((device) => {
      const watched = watches.find((it) => it.device.id === device.id);
      return [
        DEVICES.item(withThreshold(watched?.device ?? device, alerts)),
        ...(watched ? [watchItem(device, watched.watch)] : []),
        ...(device.serial === null ? [] : [serialItem(device, device.serial)]),
      ];
    }),
    ...panel,
  ];
}

function userItems(
  user: User,
  account: DemoAccount | undefined,
  premises: readonly DemoSite[],
  passwordHash: string,
): Item[] {
  const isAssigned = ({ site }: DemoSite) => account?.assignedSites?.includes(site.name) ?? false;
  const assigned = premises.filter(isAssigned).map(({ site }) => site.id);
  return [
    userItem(user, { password_hash: passwordHash, session_version: 1 }),
    emailItem(user),
    ...(assigned.length > 0 ? [assignmentItem(user, assigned)] : []),
  ];
}
