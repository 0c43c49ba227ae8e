import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { TARGET_KINDS } from '../../lib/admin/entity-kinds.ts';
import { isActiveMaster, MASTER_COUNT } from '../../shared/accounts/count-user.ts';
import { ALERTS } from '../../shared/alerts/alert.ts';
import { isDivided, LISTED, readForm } from '../../shared/alerts/alert-form.ts';
import { LOG, loggedAs, OWN_ENTRY } from '../../shared/alerts/alert-log.ts';
import { readDirectory } from '../../shared/alerts/plan-directory.ts';
import { isOperational } from '../../shared/base/access.ts';
import { OWN_TENANT_ID } from '../../shared/base/ids.ts';
import { CONNECTION_LIMIT } from '../../shared/live/open-connection.ts';
import { INDEX_NAMES, TIMER_INDEX } from '../../shared/table/definition.ts';
import { CHILD_COUNT, tenantPartition } from '../../shared/table/keys.ts';
import type { Table } from '../../shared/table/table.ts';
import { entryItems } from './history-of.ts';

const LIMITED = Object.values(TARGET_KINDS).flatMap(({ name, limit }) => (limit ? [{ name, ...limit }] : []));

// biome-ignore lint/suspicious/noExplicitAny: items as they are, whatever the code makes of them
type Item = any;

/** The items of a table, found by their keys and kinds. */
interface Stored {
  readonly items: readonly Item[];
  ofKind(kind: string): readonly Item[];
  find(pk: string, sk: string): Item | undefined;
}

/** Says in words what is wrong with the items. */
type Rule = (stored: Stored) => readonly string[];

/** Describes every inconsistency of a table, by the rules below. Skips Guard's own tenant. */
export async function findInconsistencies(table: Table): Promise<string[]> {
  const items = (await readAll(table)).filter(({ pk }) => pk !== tenantPartition(OWN_TENANT_ID));
  const byKind = Map.groupBy(items, ({ sk }) => sk.split('#')[0]);
  const byKey = new Map(items.map((item) => [`${item.pk} ${item.sk}`, item]));
  const stored: Stored = {
    items,
    ofKind: (kind) => byKind.get(kind) ?? [],
    find: (pk, sk) => byKey.get(`${pk} ${sk}`),
  };
  return RULES.flatMap((rule) => rule(stored));
}

const RULES: readonly Rule[] = [
  checkChildren,
  checkTenants,
  checkChannels,
  checkAssignments,
  checkContacts,
  checkZonesOfDevices,
  checkSerials,
  checkWatches,
  checkSteps,
  checkPlaces,
  checkPlans,
  checkDomains,
  checkListsOfAlerts,
  checkHistoriesOfAlerts,
  checkHistoriesOfDevices,
];

/** A child has its parent: a tenant, a site or a zone, which counts its children. */
function checkChildren({ items, ofKind, find }: Stored): string[] {
  const ofTenants = ['SITE', 'USER', 'KEY', ...LIMITED.map(({ name }) => name)].flatMap(ofKind);
  const children: [child: Item, parent: string][] = [
    ...ofTenants.map((it): [Item, string] => [it, 'TENANT']),
    ...[...ofKind('ZONE'), ...ofKind('DEVICE')].map((it): [Item, string] => [it, `SITE#${it.data.site_id}`]),
    ...devicesInZones(ofKind).map((it): [Item, string] => [it, `ZONE#${it.data.zone_id}`]),
  ];
  const byParent = Map.groupBy(children, ([{ pk }, parent]) => `${pk} ${parent}`);
  const parents = items.filter(({ sk }) => /^(TENANT$|SITE#|ZONE#)/.test(sk));
  return [
    ...children
      .filter(([{ pk }, parent]) => !find(pk, parent))
      .map(([{ sk }, parent]) => `${sk} belongs to ${parent}, which is gone`),
    ...parents.flatMap(({ pk, sk, [CHILD_COUNT]: counted = 0 }) =>
      countsWrongly(sk, 'children', counted, byParent.get(`${pk} ${sk}`)?.length ?? 0),
    ),
  ];
}

const devicesInZones = (ofKind: Stored['ofKind']) =>
  ofKind('DEVICE').filter(({ data }) => data.zone_id !== null);

function countsWrongly(who: string, what: string, counted: number, actual: number): string[] {
  return counted === actual ? [] : [`${who} counts ${counted} ${what} and has ${actual}`];
}

/** A tenant counts its active masters, and the entities whose number is limited. */
function checkTenants({ ofKind }: Stored): string[] {
  return ofKind('TENANT').flatMap((tenant) => {
    const { pk, sk, [MASTER_COUNT]: counted = 0 } = tenant;
    const its = (kind: string) => ofKind(kind).filter((child) => child.pk === pk);
    const masters = its('USER').filter(({ data }) => isActiveMaster(data)).length;
    return [
      ...countsWrongly(`${pk} ${sk}`, 'active masters', counted, masters),
      ...LIMITED.flatMap(({ name, count }) =>
        countsWrongly(`${pk} ${sk}`, count, tenant[count] ?? 0, its(name).length),
      ),
    ];
  });
}

function checkChannels({ ofKind, find }: Stored): string[] {
  return ofKind('CHANNELS').flatMap(({ pk, sk, channels }) => [
    ...(find(pk, sk.replace('CHANNELS', 'USER')) ? [] : [`${sk} is of a user who is gone`]),
    ...wrongChannels(channels).map((what) => `${sk} ${what}`),
  ]);
}

/** A person has at most ten channels, each once. Those by an address have a code until they are verified. */
function wrongChannels(channels: readonly Item[]): string[] {
  const places = channels.map(
    ({ kind, address, subscription }) => `${kind} ${subscription?.endpoint ?? address}`,
  );
  return [
    ...(channels.length > 10 ? [`has ${channels.length} channels`] : []),
    ...(new Set(places).size < places.length ? ['has a channel twice'] : []),
    ...channels
      .filter(({ verified_at, code }) => (verified_at === null) !== (code !== undefined))
      .map(({ id }) => `has the channel ${id} with a code though it is verified, or neither`),
  ];
}

/** Only people who work at sites are assigned to some. */
function checkAssignments({ ofKind, find }: Stored): string[] {
  return ofKind('ASSIGNMENT')
    .filter(({ pk, sk }) => {
      const user = find(pk, sk.replace('ASSIGNMENT', 'USER'));
      return !user || !isOperational(user.data.role);
    })
    .map(({ sk }) => `${sk} is of nobody who works at sites`);
}

/** Each contact has one place in the order of a site, and each place a contact. */
function checkContacts({ ofKind, find }: Stored): string[] {
  const places = ofKind('SITE').flatMap(({ pk, contact_ids: ids = [] }) =>
    ids.map((id: string) => ({ pk, sk: `CONTACT#${id}` })),
  );
  const placesOf = Map.groupBy(places, ({ pk, sk }) => `${pk} ${sk}`);
  return [
    ...places
      .filter(({ pk, sk }) => !find(pk, sk))
      .map(({ pk, sk }) => `${pk} ${sk} has a place and is gone`),
    ...ofKind('CONTACT')
      .filter(({ pk, sk }) => placesOf.get(`${pk} ${sk}`)?.length !== 1)
      .map(({ sk }) => `${sk} has not one place`),
  ];
}

function checkZonesOfDevices({ ofKind, find }: Stored): string[] {
  return devicesInZones(ofKind)
    .filter(({ pk, data }) => {
      const zone = find(pk, `ZONE#${data.zone_id}`);
      return zone && zone.data.site_id !== data.site_id;
    })
    .map(({ sk }) => `${sk} is in a zone of another site`);
}

/** Each serial is claimed by its device, and nothing else is claimed. */
function checkSerials({ ofKind }: Stored): string[] {
  const claims = new Map(ofKind('SERIAL').map((item) => [`${item.pk} ${item.sk}`, item.device_id]));
  const devices = ofKind('DEVICE').filter(({ data }) => data.serial !== null);
  const claimOf = ({ data }: Item) => `${tenantPartition(data.tenant_id)} SERIAL#${data.serial}`;
  const needed = new Set(devices.map(claimOf));
  return [
    ...devices
      .filter((device) => claims.get(claimOf(device)) !== device.data.id)
      .map(({ sk }) => `${sk} does not hold the claim of its serial`),
    ...[...claims.keys()]
      .filter((claim) => !needed.has(claim))
      .map((claim) => `${claim} is claimed by no device that has it`),
  ];
}

function checkWatches({ ofKind, find }: Stored): string[] {
  const devices = ofKind('DEVICE');
  const watched = new Set(devices.map(({ pk, data }) => `${pk} WATCH#${data.id}`));
  return [
    ...devices.flatMap(({ pk, sk, data }) =>
      wrongWatch(data, find(pk, `WATCH#${data.id}`)).map((what) => `${sk} ${what}`),
    ),
    ...ofKind('WATCH')
      .filter(({ pk, sk }) => !watched.has(`${pk} ${sk}`))
      .map(({ pk, sk }) => `${pk} ${sk} is of a device that is gone`),
  ];
}

/** A watched device has a matching watch. The watch has a timer only while the device is online. */
function wrongWatch(device: Item, watch: Item | undefined): string[] {
  const { heartbeat_seconds: seconds, status } = device;
  const { state = 'unwatched' } = watch ?? {};
  const isOnline = state === 'online';
  return [
    ...(watch?.seconds === seconds
      ? []
      : [`is watched for ${seconds} seconds, and its watch ${watch?.seconds}`]),
    ...((state === 'unwatched') === (seconds === undefined) ? [] : [`has the watch of one that is ${state}`]),
    ...(seconds === undefined || (status === 'online') === isOnline
      ? []
      : [`is ${status}, its watch ${state}`]),
    ...(isOnline === (watch?.timer !== undefined) && isOnline === (watch?.due !== undefined)
      ? []
      : ['has a timer only if it is online, and then always']),
  ];
}

function checkSteps({ ofKind }: Stored): string[] {
  return ofKind('ALERT').flatMap((alert) => wrongSteps(alert).map((what) => `${alert.sk} ${what}`));
}

/** An alert has a timer of its escalation if it has steps before it, and both only while it is active. */
function wrongSteps({ data, escalation_steps: steps, timer, due }: Item): string[] {
  const hasSteps = steps !== undefined;
  return [
    ...(hasSteps && data.status !== 'active' ? [`is ${data.status} and escalates`] : []),
    ...(steps?.length === 0 ? ['keeps an empty list of steps'] : []),
    ...(hasSteps === /^escalation#/.test(timer) && (timer === undefined) === (due === undefined)
      ? []
      : ['has a timer only if it has steps, and then always']),
  ];
}

function checkPlaces({ ofKind }: Stored): string[] {
  return ofKind('PLACES')
    .filter(({ places }) => places?.size > CONNECTION_LIMIT)
    .map(({ pk, sk, places }) => `${pk} ${sk} has ${places.size} places`);
}

/** The directory of each tenant lists its active plans with their versions, which exist; and nothing else. */
function checkPlans({ items, ofKind }: Stored): string[] {
  const plans = ofKind('PLAN');
  const active = plans
    .filter(({ data }) => data.status === 'active')
    .map(({ pk, id, data }) => `${pk} ${id} ${data.version}`);
  const listed = items
    .filter(({ sk }) => sk === 'PLAN_DIRECTORY')
    .flatMap((item) => readDirectory(item).map(({ id, version }) => `${item.pk} ${id} ${version}`));
  const differing = new Set(active).symmetricDifference(new Set(listed));
  const versions = new Set(items.map(({ pk, sk }) => `${pk} ${sk}`));
  const pinned = items.filter(({ sk, plan }) => sk.startsWith('ALERT#') && plan);
  const used = [
    ...plans.map(({ pk, id, data }) => `${pk} PLAN_VERSION#${id}#${data.version}`),
    ...pinned.map(({ pk, plan }) => `${pk} PLAN_VERSION#${plan.id}#${plan.version}`),
  ];
  return [
    ...[...differing].map((it) => `${it} is active or in the directory, not both`),
    ...used.filter((it) => !versions.has(it)).map((it) => `${it} is gone`),
  ];
}

/** Each verified domain is claimed by its provider, and nothing else is claimed. */
function checkDomains({ items, ofKind }: Stored): string[] {
  const verified = ofKind('IDP').flatMap(({ id, data }) =>
    data.domains.flatMap((it: Item) => (it.verified_at === null ? [] : [`${it.domain} by ${id}`])),
  );
  const claimed = items
    .filter(({ sk }) => sk === 'DOMAIN')
    .map(({ pk, provider_id: id }) => `${pk.replace('DOMAIN#', '')} by ${id}`);
  const differing = new Set(verified).symmetricDifference(new Set(claimed));
  return [...differing].map((it) => `${it} is verified or claimed, not both`);
}

/** An alert is in the lists of its form, by what it is now. */
function checkListsOfAlerts({ ofKind }: Stored): string[] {
  return ofKind('ALERT').flatMap((alert) => {
    const placed = ALERTS.itemLike(alert, ALERTS.entityOf(alert));
    return PLACES_OF_ALERTS.filter((name) => alert[name] !== placed[name]).map(
      (name) => `${alert.sk} has ${alert[name]} as ${name}, and belongs to ${placed[name]}`,
    );
  });
}

const PLACES_OF_ALERTS = [LISTED, ...INDEX_NAMES.filter((name) => name !== TIMER_INDEX)];

function checkHistoriesOfAlerts({ ofKind }: Stored): string[] {
  const alerts = ofKind('ALERT');
  const entries = entryItems([...ofKind('HISTORY'), ...alerts]).filter(({ data }) => data.kind !== 'device');
  const byAlert = Map.groupBy(entries, ({ data }) => data.alert_id);
  const ids = new Set(alerts.map(({ id }) => id));
  const strays = [...byAlert.keys()].filter((id) => !ids.has(id));
  return [
    ...strays.map((id) => `there is a history of ALERT#${id}, and no such alert`),
    ...alerts.flatMap((alert) => wrongHistory(alert, byAlert.get(alert.id))),
  ];
}

/**
 * The history of an alert has one entry for each version, in order. Its items expire with the alert, which names the newest of
 * them unless all entries are items. Only a resolved alert expires.
 */
function wrongHistory(item: Item, history: readonly Item[] = []): string[] {
  const { version, updated_at, status } = ALERTS.entityOf(item);
  const times = history.map(({ data }) => data.at);
  const isInOrder = times.every((at, place) => place === 0 || at > times[place - 1]);
  const isWhole = times.length === version && times.at(-1) === updated_at;
  const isRetained = /^retention#/.test(item.timer);
  const own = history.filter(({ data }) => loggedAs(item[LOG], data.id) === undefined);
  const newest = isDivided(readForm(item)) ? own.at(-1)?.data.id : undefined;
  const ends = new Set(own.map(({ ttl }) => ttl ?? 'never'));
  const endsTogether = isRetained || [...ends].every((end) => end === (item.ttl ?? 'never'));
  const expires = isRetained || item.ttl !== undefined;
  return [
    ...(isWhole && isInOrder ? [] : [`${item.sk} of version ${version}, ${updated_at}: ${listed(history)}`]),
    ...(item[OWN_ENTRY] === newest
      ? []
      : [`${item.sk} has ${newest} as its newest entry, and names ${item[OWN_ENTRY]}`]),
    ...(endsTogether
      ? []
      : [`${item.sk} expires at ${item.ttl}, and its history at ${[...ends].join(', ')}`]),
    ...(expires === (status === 'resolved')
      ? []
      : [`${item.sk} is ${status}: ttl ${item.ttl}, timer ${item.timer}`]),
  ];
}

const inOrder = (entries: readonly Item[] = []) => entries.toSorted((a, b) => (a.sk < b.sk ? -1 : 1));

const listed = (entries: readonly Item[]) =>
  entries.map(({ data }) => `${data.action} ${data.at}`).join(', ');

/** All entries expire, also those of a deleted device. */
function checkHistoriesOfDevices({ ofKind, find }: Stored): string[] {
  const entries = ofKind('HISTORY').filter(({ data }) => data.kind === 'device');
  const byDevice = Map.groupBy(entries, ({ data }) => data.device_id);
  return [
    ...entries.filter(({ ttl }) => ttl === undefined).map(({ sk }) => `${sk} never expires`),
    ...ofKind('DEVICE').flatMap(({ pk, sk, data: { id, status } }) => {
      const history = inOrder(byDevice.get(id));
      const isRight = isChain(history) && endsIn(status, history, find(pk, `WATCH#${id}`));
      return isRight ? [] : [`${sk} is ${status}: ${listed(history)}`];
    }),
  ];
}

/**
 * Whether entries turn a status from one into the other, in order: one that is missing or too many breaks the chain. A device
 * whose watch was turned off and on has no entry of that, and may come online twice.
 */
function isChain(history: readonly Item[]): boolean {
  return history.every(({ data }, place) => {
    const before = history[place - 1]?.data;
    return !before || (data.at > before.at && (data.action === 'online' || data.action !== before.action));
  });
}

/** Whether the last entry says what a watched device is. */
function endsIn(status: string, history: readonly Item[], watch: Item | undefined): boolean {
  const isPublished = watch?.state === 'online' || watch?.state === 'offline';
  return !isPublished || history.length === 0 || history.at(-1)?.data.action === status;
}

/** Every item of a table, or those with sort keys of these prefixes: reading the others would take most of a test's time. */
export async function readAll(table: Table, prefixes: readonly string[] = []): Promise<Item[]> {
  const filters = prefixes.map((_, place) => `begins_with(sk, :${place})`);
  const values = Object.fromEntries(prefixes.map((prefix, place) => [`:${place}`, prefix]));
  const filter =
    prefixes.length === 0
      ? {}
      : { FilterExpression: filters.join(' OR '), ExpressionAttributeValues: values };
  const items: Item[] = [];
  let startKey: Record<string, unknown> | undefined;
  do {
    const page = await table.client.send(
      new ScanCommand({
        TableName: table.name,
        ExclusiveStartKey: startKey,
        ConsistentRead: true,
        ...filter,
      }),
    );
    items.push(...(page.Items ?? []));
    startKey = page.LastEvaluatedKey;
  } while (startKey);
  return items;
}
