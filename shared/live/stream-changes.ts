import { isDeepStrictEqual } from 'node:util';
import type { AttributeValue, DynamoDBRecord } from 'aws-lambda';
import { USERS } from '../accounts/user.ts';
import { ALERT_EVENTS, type AlertEventAction, ON_TEST } from '../alerts/alert-event.ts';
import { DEVICES } from '../devices/device.ts';
import { KEYS } from '../keys/key.ts';
import { SITES } from '../sites/site.ts';
import { connectionPrefix, type ItemKey, REQUIRES_SECOND_FACTOR, tenantIdOf } from '../table/keys.ts';
import { TEST_EVENTS, type TestEventAction } from '../test-mode/test-event.ts';

/** A change of these items can change a user's scope or end a session. */
const SCOPE_ITEMS = [DEVICES.prefix(), USERS.prefix(), 'TOKEN#', 'ASSIGNMENT#', 'TENANT'] as const;

/** The prefixes of the sort keys of the changes that the fan-out receives, by the name of the stream event. */
export const FAN_OUT_CHANGES = {
  INSERT: [ALERT_EVENTS.prefix(), TEST_EVENTS.prefix(), DEVICES.prefix(), 'ASSIGNMENT#', connectionPrefix()],
  MODIFY: SCOPE_ITEMS,
  REMOVE: [...SCOPE_ITEMS, KEYS.prefix(), SITES.prefix()],
} as const;

export interface AlertChange {
  readonly tenantId: string;
  readonly alertId: string;
  readonly action: AlertEventAction;
  /** The time of the action, a timestamp of the API. */
  readonly at: string;
}

export interface TestChange {
  readonly tenantId: string;
  readonly testId: string;
  readonly action: TestEventAction;
}

export interface DeviceChange {
  readonly tenantId: string;
  readonly deviceId: string;
  /** The site of the device before the change; `undefined` for a new device. */
  readonly oldSiteId: string | undefined;
}

/** The connections in the partition of a tenant: all, or those of one of its users. */
export interface ConnectionScope {
  readonly tenantId: string;
  readonly userId?: string;
}

/** The changes of one batch of the table's stream that matter to connections. */
export interface StreamChanges {
  /** The changes of alerts in the order of the actions. An alert occurs once for each action. */
  readonly alerts: readonly AlertChange[];
  readonly devices: readonly DeviceChange[];
  /** The changes of tests in the order of the actions. */
  readonly tests: readonly TestChange[];
  /** The connections that may have another session or scope now. */
  readonly affected: readonly ConnectionScope[];
  readonly opened: readonly ItemKey[];
}

type Image = Readonly<Record<string, AttributeValue>>;

/** Ignores changes that do not matter to connections, and items that only another release knows. */
export function readStreamChanges(records: readonly DynamoDBRecord[]): StreamChanges {
  const alerts: AlertChange[] = [];
  const devices: DeviceChange[] = [];
  const tests: TestChange[] = [];
  const affected: ConnectionScope[] = [];
  const opened: ItemKey[] = [];
  for (const { eventName, dynamodb: { Keys, OldImage, NewImage } = {} } of records) {
    const key: ItemKey = { pk: Keys?.['pk']?.S ?? '', sk: Keys?.['sk']?.S ?? '' };
    const [kind = '', id = ''] = key.sk.split('#');
    const tenantId = tenantIdOf(key);
    const isNew = eventName === 'INSERT';
    const change = { old: OldImage, new: NewImage };
    switch (kind) {
      case 'HISTORY':
        if (isNew) alerts.push(...alertChange(tenantId, NewImage));
        break;
      case 'TEST_HISTORY':
        if (isNew) tests.push(...testChange(tenantId, id, NewImage));
        break;
      case 'DEVICE':
        if (differ(change, ['data'])) devices.push(deviceChange(tenantId, id, OldImage));
        break;
      case 'USER':
        if (
          !isNew &&
          differ(change, ['data', 'role'], ['data', 'status'], ['credentials', 'session_version'])
        ) {
          affected.push({ tenantId, userId: id });
        }
        break;
      case 'TOKEN':
        if (!isNew) affected.push({ tenantId, userId: id });
        break;
      case 'KEY': // read only if it was revoked
      case 'ASSIGNMENT':
        affected.push({ tenantId, userId: id });
        break;
      case 'TENANT':
        if (!isNew && differ(change, ['data', 'status'], [REQUIRES_SECOND_FACTOR]))
          affected.push({ tenantId });
        break;
      case 'SITE': // read only if it was deleted: it ends the keys that are bound to it
        affected.push({ tenantId });
        break;
      case 'CONNECTION':
        if (isNew) opened.push(key);
        break;
    }
  }
  return { alerts, devices, tests, affected, opened };
}

/** Whether the two images differ in any of these attributes, each named by its path. */
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

/**
 * The change of an alert; empty for a history entry of another kind, such as a device's: it names no alert. A test alert is
 * sent only when it is resolved.
 */
function alertChange(tenantId: string, image: Image | undefined): AlertChange[] {
  if (valueAt(image, [ON_TEST])?.BOOL === true) return [];
  const alertId = valueAt(image, ['data', 'alert_id'])?.S;
  const action = valueAt(image, ['data', 'action'])?.S as AlertEventAction | undefined;
  const at = valueAt(image, ['data', 'at'])?.S;
  if (alertId === undefined || action === undefined || at === undefined) return [];
  return [{ tenantId, alertId, action, at }];
}

function testChange(tenantId: string, testId: string, image: Image | undefined): TestChange[] {
  const action = valueAt(image, ['data', 'action'])?.S as TestEventAction | undefined;
  return action === undefined ? [] : [{ tenantId, testId, action }];
}

function deviceChange(tenantId: string, deviceId: string, old: Image | undefined): DeviceChange {
  return { tenantId, deviceId, oldSiteId: valueAt(old, ['data', 'site_id'])?.S };
}
