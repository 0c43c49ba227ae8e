import { isDeepStrictEqual } from 'node:util';
import type { AttributeValue, DynamoDBRecord } from 'aws-lambda';
import { ALERT_EVENTS, type AlertEventAction } from '../alerts/alert-event.ts';
import { DEVICES } from '../devices/device.ts';
import { connectionPrefix, type ItemKey, tenantIdOf } from '../table/keys.ts';
import { USERS } from '../users/user.ts';

/** Whoever is connected may reach something else after these, or nothing. */
const OF_REACH = [DEVICES.prefix(), USERS.prefix(), 'TOKEN#', 'ASSIGNMENT#', 'TENANT'] as const;

/** What the sort keys begin with of the items whose changes matter to connections, by what happened. */
export const TOLD_CHANGES = {
  INSERT: [ALERT_EVENTS.prefix(), DEVICES.prefix(), 'ASSIGNMENT#', connectionPrefix()],
  MODIFY: OF_REACH,
  REMOVE: OF_REACH,
} as const;

/** An alert, and what was done to it. */
export interface ToldAlert {
  readonly tenantId: string;
  readonly alertId: string;
  readonly action: AlertEventAction;
  /** When, a timestamp of the API. */
  readonly at: string;
}

/** A device that has changed, and where it was before; `undefined` of one that is new. */
export interface ToldDevice {
  readonly tenantId: string;
  readonly deviceId: string;
  readonly oldSiteId: string | undefined;
}

/** Whose connections: of one user of the tenant, or all that stand in its partition. */
export interface Whose {
  readonly tenantId: string;
  readonly userId?: string;
}

/** What a batch of changes of the table comes to. */
export interface Happenings {
  /** In the order in which they happened; of an alert each thing that was done. */
  readonly alerts: readonly ToldAlert[];
  readonly devices: readonly ToldDevice[];
  /** Whose connections may not go on as they are. */
  readonly endings: readonly Whose[];
  /** Where connections stand that were opened. */
  readonly opened: readonly ItemKey[];
}

type Image = Readonly<Record<string, AttributeValue>>;

/** Reads changes of the table; those that do not matter to connections, or of other releases, come to nothing. */
export function readChanges(records: readonly DynamoDBRecord[]): Happenings {
  const alerts: ToldAlert[] = [];
  const devices: ToldDevice[] = [];
  const endings: Whose[] = [];
  const opened: ItemKey[] = [];
  for (const { eventName, dynamodb: { Keys, OldImage, NewImage } = {} } of records) {
    const key: ItemKey = { pk: Keys?.['pk']?.S ?? '', sk: Keys?.['sk']?.S ?? '' };
    const [kind = '', id = ''] = key.sk.split('#');
    const tenantId = tenantIdOf(key);
    const isNew = eventName === 'INSERT';
    const change = { old: OldImage, new: NewImage };
    switch (kind) {
      case 'HISTORY':
        if (isNew) alerts.push(...alertOf(tenantId, NewImage));
        break;
      case 'DEVICE':
        if (differ(change, ['data'])) devices.push(deviceOf(tenantId, id, OldImage));
        break;
      case 'USER':
        if (
          !isNew &&
          differ(change, ['data', 'role'], ['data', 'status'], ['credentials', 'session_version'])
        ) {
          endings.push({ tenantId, userId: id });
        }
        break;
      case 'TOKEN':
        if (!isNew) endings.push({ tenantId, userId: id });
        break;
      case 'ASSIGNMENT':
        endings.push({ tenantId, userId: id });
        break;
      case 'TENANT':
        if (!isNew && differ(change, ['data', 'status'])) endings.push({ tenantId });
        break;
      case 'CONNECTION':
        if (isNew) opened.push(key);
        break;
    }
  }
  return { alerts, devices, endings, opened };
}

/** Whether any of these attributes differs between the two, each named by its path. */
function differ(
  change: { readonly old: Image | undefined; readonly new: Image | undefined },
  ...paths: readonly (readonly string[])[]
): boolean {
  return paths.some((path) => !isDeepStrictEqual(valueAt(change.old, path), valueAt(change.new, path)));
}

function valueAt(
  image: Image | undefined,
  [name = '', ...path]: readonly string[],
): AttributeValue | undefined {
  const value = image?.[name];
  return path.length === 0 ? value : valueAt(value?.M, path);
}

/** Entries of other things than alerts, such as devices, name no alert. */
function alertOf(tenantId: string, image: Image | undefined): ToldAlert[] {
  const alertId = valueAt(image, ['data', 'alert_id'])?.S;
  const isReopening = valueAt(image, ['data', 'reopened'])?.BOOL === true; // alert-event.ts
  const action = isReopening
    ? 'reopened'
    : (valueAt(image, ['data', 'action'])?.S as AlertEventAction | undefined);
  const at = valueAt(image, ['data', 'at'])?.S;
  if (alertId === undefined || action === undefined || at === undefined) return [];
  return [{ tenantId, alertId, action, at }];
}

function deviceOf(tenantId: string, deviceId: string, old: Image | undefined): ToldDevice {
  return { tenantId, deviceId, oldSiteId: valueAt(old, ['data', 'site_id'])?.S };
}
