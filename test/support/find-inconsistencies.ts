import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { TARGET_KINDS } from '../../lib/admin/entity-kinds.ts';
import { isActiveMaster, MASTER_COUNT } from '../../shared/accounts/count-user.ts';
import { ALERTS } from '../../shared/alerts/alert.ts';
import { readDirectory } from '../../shared/alerts/plan-directory.ts';
import { isOperational } from '../../shared/base/access.ts';
import { OWN_TENANT_ID } from '../../shared/base/ids.ts';
import { CONNECTION_LIMIT } from '../../shared/live/open-connection.ts';
import { CHILD_COUNT, tenantPartition } from '../../shared/table/keys.ts';
import type { Table } from '../../shared/table/table.ts';

const LIMITED = Object.values(TARGET_KINDS).flatMap(({ name, limit }) => (limit ? [{ name, ...limit }] : []));

// biome-ignore lint/suspicious/noExplicitAny: items as they are, whatever the code makes of them
type Item = any;

/**
 * Describes every inconsistency of a table: children without parent, wrong counters of children, active masters and
 * webhooks, devices in a zone of another site, serials without the claim of their device, watches that differ from their
 * device, assignments of nobody who works at sites, channels of a user who is gone or that are too many, alerts without one history entry for each version in order
 * or with another expiry than their history, devices with another status than their last entry, handled alerts that still
 * escalate, escalation steps without a timer, and users with too many places of live connections. Skips Guard's own tenant.
 */
export async function findInconsistencies(table: Table): Promise<string[]> {
  const isCounted = ({ pk }: Item) => pk !== tenantPartition(OWN_TENANT_ID);
  const items = (await readAll(table)).filter(isCounted);
  const byKey = new Map(items.map((item) => [`${item.pk} ${item.sk}`, item]));
  const ofKind = (kind: string) => items.filter(({ sk }) => sk.startsWith(`${kind}#`));
  const counts = new Map<string, number>();
  const wrong: string[] = [];

  const countAt = (child: Item, parentSk: string) => {
    const parent = `${child.pk} ${parentSk}`;
    counts.set(parent, (counts.get(parent) ?? 0) + 1);
    if (!byKey.has(parent)) wrong.push(`${child.sk} belongs to ${parentSk}, which is gone`);
  };
  for (const item of ['SITE', 'USER', 'KEY', ...LIMITED.map(({ name }) => name)].flatMap(ofKind))
    countAt(item, 'TENANT');
  for (const { pk, sk, channels } of ofKind('CHANNELS')) {
    if (!byKey.has(`${pk} ${sk.replace('CHANNELS', 'USER')}`)) wrong.push(`${sk} is of a user who is gone`);
    wrong.push(...wrongChannels(channels).map((what) => `${sk} ${what}`));
  }
  for (const { pk, sk } of ofKind('ASSIGNMENT')) {
    const user = byKey.get(`${pk} ${sk.replace('ASSIGNMENT', 'USER')}`);
    if (!user || !isOperational(user.data.role)) wrong.push(`${sk} is of nobody who works at sites`);
  }
  for (const item of [...ofKind('ZONE'), ...ofKind('DEVICE')]) countAt(item, `SITE#${item.data.site_id}`);
  const ordered = ofKind('SITE').flatMap(({ pk, contact_ids: ids = [] }) =>
    ids.map((id: string) => `${pk} CONTACT#${id}`),
  );
  for (const key of ordered) if (!byKey.has(key)) wrong.push(`${key} has a place and is gone`);
  for (const { pk, sk } of ofKind('CONTACT'))
    if (ordered.filter((key) => key === `${pk} ${sk}`).length !== 1) wrong.push(`${sk} has not one place`);
  const claims = new Map(ofKind('SERIAL').map((item) => [`${item.pk} ${item.sk}`, item.device_id]));
  for (const { pk, sk, data } of ofKind('DEVICE')) {
    if (data.zone_id !== null) {
      countAt({ pk, sk }, `ZONE#${data.zone_id}`);
      const zone = byKey.get(`${pk} ZONE#${data.zone_id}`);
      if (zone && zone.data.site_id !== data.site_id) wrong.push(`${sk} is in a zone of another site`);
    }
    if (data.serial !== null) {
      const claim = `${tenantPartition(data.tenant_id)} SERIAL#${data.serial}`;
      if (claims.get(claim) !== data.id) wrong.push(`${sk} does not hold the claim of its serial`);
      claims.delete(claim);
    }
  }
  const watches = new Map(ofKind('WATCH').map((item) => [`${item.pk} ${item.sk}`, item]));
  for (const { pk, sk, data } of ofKind('DEVICE')) {
    const key = `${pk} WATCH#${data.id}`;
    wrong.push(...wrongWatch(data, watches.get(key)).map((what) => `${sk} ${what}`));
    watches.delete(key);
  }
  for (const watch of watches.keys()) wrong.push(`${watch} is of a device that is gone`);
  for (const alert of ofKind('ALERT')) wrong.push(...wrongSteps(alert).map((what) => `${alert.sk} ${what}`));
  for (const claim of claims.keys()) wrong.push(`${claim} is claimed by no device that has it`);
  for (const item of items.filter(({ sk }) => /^(TENANT$|SITE#|ZONE#)/.test(sk))) {
    const expected = counts.get(`${item.pk} ${item.sk}`) ?? 0;
    const counted = item[CHILD_COUNT] ?? 0;
    if (counted !== expected) wrong.push(`${item.sk} counts ${counted} children and has ${expected}`);
  }
  for (const { pk, sk, [MASTER_COUNT]: counted = 0 } of items.filter(({ sk }) => sk === 'TENANT')) {
    const masters = ofKind('USER').filter((user) => user.pk === pk && isActiveMaster(user.data)).length;
    if (counted !== masters) wrong.push(`${pk} ${sk} counts ${counted} active masters and has ${masters}`);
  }
  for (const { name, count } of LIMITED) {
    for (const { pk, sk, [count]: counted = 0 } of items.filter(({ sk }) => sk === 'TENANT')) {
      const its = ofKind(name).filter((child) => child.pk === pk).length;
      if (counted !== its) wrong.push(`${pk} ${sk} counts ${counted} ${count} and has ${its}`);
    }
  }
  for (const { pk, sk, places } of ofKind('PLACES'))
    if (places?.size > CONNECTION_LIMIT) wrong.push(`${pk} ${sk} has ${places.size} places`);
  wrong.push(...wrongPlans(ofKind('PLAN'), items));
  wrong.push(...wrongClaims(ofKind('IDP'), items));
  const [ofDevices, ofAlerts] = partition(ofKind('HISTORY'), ({ data }) => data.kind === 'device');
  wrong.push(...wrongHistories(ofKind('ALERT'), ofAlerts));
  wrong.push(...wrongStatuses(ofKind('DEVICE'), ofDevices, ofKind('WATCH')));
  return wrong;
}

/** The directory of each tenant lists its active plans with their versions, which exist; and nothing else. */
function wrongPlans(plans: readonly Item[], items: readonly Item[]): string[] {
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

/** Each verified domain is claimed by its provider, and nothing else is claimed. */
function wrongClaims(providers: readonly Item[], items: readonly Item[]): string[] {
  const verified = providers.flatMap(({ id, data }) =>
    data.domains.flatMap((it: Item) => (it.verified_at === null ? [] : [`${it.domain} by ${id}`])),
  );
  const claimed = items
    .filter(({ sk }) => sk === 'DOMAIN')
    .map(({ pk, provider_id: id }) => `${pk.replace('DOMAIN#', '')} by ${id}`);
  const differing = new Set(verified).symmetricDifference(new Set(claimed));
  return [...differing].map((it) => `${it} is verified or claimed, not both`);
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

function wrongHistories(alerts: readonly Item[], entries: readonly Item[]): string[] {
  const byAlert = Map.groupBy(entries, ({ data }) => data.alert_id);
  const ids = new Set(alerts.map(({ id }) => id));
  const strays = [...byAlert.keys()].filter((id) => !ids.has(id));
  return [
    ...strays.map((id) => `there is a history of ALERT#${id}, and no such alert`),
    ...alerts.flatMap((item) => {
      const { id, version, updated_at, status } = ALERTS.entityOf(item);
      const history = (byAlert.get(id) ?? []).toSorted((a, b) => (a.sk < b.sk ? -1 : 1));
      const times = history.map(({ data }) => data.at);
      const isInOrder = times.every((at, place) => place === 0 || at > times[place - 1]);
      const isWhole = times.length === version && times.at(-1) === updated_at;
      const entries = history.map(({ data }) => `${data.action} ${data.at}`).join(', ');
      const removals = new Set(history.map(({ ttl }) => ttl ?? 'never'));
      const isRetained =
        /^retention#/.test(item.timer) || (removals.size === 1 && removals.has(item.ttl ?? 'never'));
      const expires = item.ttl !== undefined || /^retention#/.test(item.timer);
      const isOver = status === 'resolved';
      return [
        ...(isWhole && isInOrder ? [] : [`${item.sk} of version ${version}, ${updated_at}: ${entries}`]),
        ...(isRetained
          ? []
          : [`${item.sk} expires at ${item.ttl}, and its history at ${[...removals].join(', ')}`]),
        ...(expires === isOver ? [] : [`${item.sk} is ${status}: ttl ${item.ttl}, timer ${item.timer}`]),
      ];
    }),
  ];
}

/**
 * The entries of a device turn its status from one into the other, in order, and the last into what it is: one that is missing or
 * too many breaks the chain. A device whose watch was turned off and on has no entry of that, and may come online twice. All of
 * them expire, also those of a deleted device.
 */
function wrongStatuses(
  devices: readonly Item[],
  entries: readonly Item[],
  watches: readonly Item[],
): string[] {
  const states = new Map(watches.map(({ pk, sk, state }) => [`${pk} ${sk}`, state]));
  const byDevice = Map.groupBy(entries, ({ data }) => data.device_id);
  return [
    ...entries.filter(({ ttl }) => ttl === undefined).map(({ sk }) => `${sk} never expires`),
    ...devices.flatMap((device) => {
      const { id, status } = device.data;
      const state = states.get(`${device.pk} WATCH#${id}`) ?? 'unwatched';
      const history = (byDevice.get(id) ?? []).toSorted((a, b) => (a.sk < b.sk ? -1 : 1));
      const entries = history.map(({ data }) => `${data.action} ${data.at}`).join(', ');
      const isChain = history.every(
        ({ data }, place) =>
          place === 0 ||
          (data.at > history[place - 1].data.at &&
            (data.action === 'online' || data.action !== history[place - 1].data.action)),
      );
      const isPublished = state === 'online' || state === 'offline';
      const isLast = !isPublished || history.length === 0 || history.at(-1)?.data.action === status;
      return isChain && isLast ? [] : [`${device.sk} is ${status}: ${entries}`];
    }),
  ];
}

function partition(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
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
