import { isDeepStrictEqual } from 'node:util';
import type { DynamoDBRecord } from 'aws-lambda';
import { USERS } from '../accounts/user.ts';
import { type AlertEventAction, ON_TEST, storedAction } from '../alerts/alert-event.ts';
import { ENTRY_CHANGES, newEntriesOf, type StreamImage, type StreamValue } from '../alerts/logged-changes.ts';
import { DEVICES } from '../devices/device.ts';
import { KEYS } from '../keys/key.ts';
import { OPENINGS } from '../openings/opening.ts';
import { SITES } from '../sites/site.ts';
import { connectionPrefix, type ItemKey, REQUIRES_SECOND_FACTOR, tenantIdOf } from '../table/keys.ts';
import { TEST_EVENTS, type TestEventAction } from '../test-mode/test-event.ts';

/** The prefixes of the items that decide about a user's scope or the end of a session. */
const SCOPE_ITEMS = [DEVICES.prefix(), USERS.prefix(), 'TOKEN#', 'ASSIGNMENT#', 'TENANT'] as const;

/** Which changes the fan-out receives: the prefixes of their sort keys, by the name of the stream event. */
export const FAN_OUT_CHANGES = {
  INSERT: [
    ...ENTRY_CHANGES.INSERT,
    TEST_EVENTS.prefix(),
    OPENINGS.prefix(),
    DEVICES.prefix(),
    'ASSIGNMENT#',
    connectionPrefix(),
  ],
  MODIFY: [...ENTRY_CHANGES.MODIFY, ...SCOPE_ITEMS, connectionPrefix()],
  REMOVE: [...SCOPE_ITEMS, connectionPrefix(), KEYS.prefix(), SITES.prefix()],
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

/** A site that was opened or closed. */
export interface OpeningChange {
  readonly tenantId: string;
  readonly siteId: string;
}

interface NamedAlert {
  readonly tenantId: string;
  readonly alertId: string;
}

export type RaisedAlert = NamedAlert;

/** An alert that somebody has opened or left. */
export type ViewedAlert = NamedAlert;

export interface DeviceChange {
  readonly tenantId: string;
  readonly deviceId: string;
  /** The site of the device before the change; `undefined` if the device is new. */
  readonly oldSiteId: string | undefined;
}

/** Names connections in the partition of a tenant: all of them, or those of one user. */
export interface ConnectionScope {
  readonly tenantId: string;
  readonly userId?: string;
}

/** The changes of one batch of the table's stream that matter to connections. */
export interface StreamChanges {
  /** The alerts that were raised, also on test: those are not sent. */
  readonly raised: readonly RaisedAlert[];
  /** The changes of alerts in the order of the actions. An alert is listed once for each action. */
  readonly alerts: readonly AlertChange[];
  readonly devices: readonly DeviceChange[];
  /** The changes of tests in the order of the actions. */
  readonly tests: readonly TestChange[];
  readonly openings: readonly OpeningChange[];
  /** The connections whose session or scope may have changed. */
  readonly affected: readonly ConnectionScope[];
  readonly opened: readonly ItemKey[];
  readonly viewed: readonly ViewedAlert[];
}

type Image = StreamImage;

/**
 * Reads a batch of stream records. It ignores changes that do not matter to connections, and items that only another release
 * knows.
 */
export function readStreamChanges(records: readonly DynamoDBRecord[]): StreamChanges {
  const raised: RaisedAlert[] = [];
  const alerts: AlertChange[] = [];
  const devices: DeviceChange[] = [];
  const tests: TestChange[] = [];
  const openings: OpeningChange[] = [];
  const affected: ConnectionScope[] = [];
  const opened: ItemKey[] = [];
  const viewed: ViewedAlert[] = [];
  for (const record of records) {
    const { eventName, dynamodb: { Keys, OldImage, NewImage } = {} } = record;
    const key: ItemKey = { pk: Keys?.['pk']?.S ?? '', sk: Keys?.['sk']?.S ?? '' };
    const [kind = '', id = ''] = key.sk.split('#');
    const tenantId = tenantIdOf(key);
    const isNew = eventName === 'INSERT';
    const change = { old: OldImage, new: NewImage };
    switch (kind) {
      case 'HISTORY': // read only if the entry is new
      case 'ALERT':
        for (const { image } of newEntriesOf(record)) {
          raised.push(...raisedAlert(tenantId, image));
          alerts.push(...alertChange(tenantId, image));
        }
        break;
      case 'TEST_HISTORY':
        if (isNew) tests.push(...testChange(tenantId, id, NewImage));
        break;
      case 'OPENING':
        if (isNew) openings.push({ tenantId, siteId: id });
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
      case 'KEY': // read only if the API key was revoked
      case 'ASSIGNMENT':
        affected.push({ tenantId, userId: id });
        break;
      case 'TENANT':
        if (!isNew && differ(change, ['data', 'status'], [REQUIRES_SECOND_FACTOR]))
          affected.push({ tenantId });
        break;
      case 'SITE': // read only if the site was deleted, which ends the API keys that are bound to it
        affected.push({ tenantId });
        break;
      case 'CONNECTION':
        if (isNew) opened.push(key);
        else if (differ(change, ['viewing']))
          viewed.push(...viewedAlerts(OldImage), ...viewedAlerts(NewImage));
        break;
    }
  }
  return { raised, alerts, devices, tests, openings, affected, opened, viewed };
}

/** Whether two images of an item differ in any of these attributes, each given by its path. */
function differ(
  change: { readonly old: Image | undefined; readonly new: Image | undefined },
  ...paths: readonly (readonly string[])[]
): boolean {
  return paths.some((path) => !isDeepStrictEqual(valueAt(change.old, path), valueAt(change.new, path)));
}

function valueAt(image: Image | undefined, [name = '', ...path]: readonly string[]): StreamValue | undefined {
  const value = image?.[name];
  return path.length === 0 ? value : valueAt(value?.M, path);
}

/**
 * Reads the change of an alert from its history entry; empty for other history entries, such as a device's, which name no
 * alert. A test alert is sent only once, when Guard resolves it.
 */
function alertChange(tenantId: string, image: Image | undefined): AlertChange[] {
  if (valueAt(image, [ON_TEST])?.BOOL === true) return [];
  const alertId = valueAt(image, ['data', 'alert_id'])?.S;
  const action = storedAction({
    action: valueAt(image, ['data', 'action'])?.S,
    later_action: valueAt(image, ['data', 'later_action'])?.S,
  }) as AlertEventAction | undefined;
  const at = valueAt(image, ['data', 'at'])?.S;
  if (alertId === undefined || action === undefined || at === undefined) return [];
  return [{ tenantId, alertId, action, at }];
}

function raisedAlert(tenantId: string, image: Image | undefined): RaisedAlert[] {
  const alertId = valueAt(image, ['data', 'alert_id'])?.S;
  const isRaised = valueAt(image, ['data', 'action'])?.S === 'raised';
  return alertId !== undefined && isRaised ? [{ tenantId, alertId }] : [];
}

function viewedAlerts(image: Image | undefined): ViewedAlert[] {
  const tenantId = valueAt(image, ['tenant_id'])?.S;
  const alertId = valueAt(image, ['viewing'])?.S;
  return tenantId === undefined || alertId === undefined ? [] : [{ tenantId, alertId }];
}

function testChange(tenantId: string, testId: string, image: Image | undefined): TestChange[] {
  const action = valueAt(image, ['data', 'action'])?.S as TestEventAction | undefined;
  return action === undefined ? [] : [{ tenantId, testId, action }];
}

function deviceChange(tenantId: string, deviceId: string, old: Image | undefined): DeviceChange {
  return { tenantId, deviceId, oldSiteId: valueAt(old, ['data', 'site_id'])?.S };
}
