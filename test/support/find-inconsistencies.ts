import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { CHILD_COUNT } from '../../shared/table/attributes.ts';
import { tenantPartition } from '../../shared/table/keys.ts';
import type { Table } from '../../shared/table/table.ts';
import { OWN_TENANT_ID } from '../../shared/tenants/own-tenant.ts';
import { isActiveMaster, MASTER_COUNT } from '../../shared/users/count-user.ts';

// biome-ignore lint/suspicious/noExplicitAny: items as they are, whatever the code makes of them
type Item = any;

/**
 * What is wrong with a table, by counting everything anew: children whose parent is gone, parents that count other
 * than their children, tenants that count other than their active masters, devices in a zone of another site, serials
 * that are not claimed by exactly their device, watches that say other than their device. Guard's own tenant is not counted.
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
  for (const item of [...ofKind('SITE'), ...ofKind('USER'), ...ofKind('KEY')]) countAt(item, 'TENANT');
  for (const item of [...ofKind('ZONE'), ...ofKind('DEVICE')]) countAt(item, `SITE#${item.data.site_id}`);
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
  return wrong;
}

/** A device that is watched has a watch that says so, and only one that is online has a timer. */
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

/** Every item of a table. */
export async function readAll(table: Table): Promise<Item[]> {
  const items: Item[] = [];
  let startKey: Record<string, unknown> | undefined;
  do {
    const page = await table.client.send(
      new ScanCommand({ TableName: table.name, ExclusiveStartKey: startKey, ConsistentRead: true }),
    );
    items.push(...(page.Items ?? []));
    startKey = page.LastEvaluatedKey;
  } while (startKey);
  return items;
}
