import { timeOfId } from '../base/ids.ts';
import { formatTimestamp } from '../base/time.ts';
import { tenantIdOf } from '../table/keys.ts';
import { type AlertForm, isDivided } from './alert-form.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The values that fields of an alert usually have, derived from its other fields. A field with its usual value is not stored,
 * so that the index copy of an ordinary alert stays within one write unit. Any other value is stored, including null.
 */
function impliedFields(data: Fields) {
  const { created_at, occurred_at = created_at } = data;
  return {
    version: 1 + Number(isSet(data['acknowledged_at'])) + Number(isSet(data['resolved_at'])),
    occurred_at: created_at,
    occurrences: 1,
    last_occurred_at: occurred_at,
    dedup_key: null,
    acknowledged_by_name: null,
    resolved_by_name: null,
    site_name: null,
    zone_name: null,
    device_name: null,
    resolution: null,
    escalation_level: 0,
  };
}

/** Short names of stored fields, because every index stores the names along with the values. */
const STORED_NAMES = {
  acknowledged_by_name: 'ack_by',
  resolved_by_name: 'res_by',
  site_name: 'site',
  zone_name: 'zone',
  device_name: 'device',
} as const;

/** Fields that are stored outside `data`, so that no index copies them, or not at all. */
export type NotInData = 'metadata' | 'reported_at' | 'warnings';

const BESIDE_DATA: ReadonlySet<string> = new Set<NotInData>(['metadata', 'reported_at', 'warnings']);

/** Fields that are null unless they are stored, in the divided form. */
const NULL_UNLESS_STORED = {
  zone_id: null,
  device_id: null,
  acknowledged_at: null,
  acknowledged_by: null,
  resolved_at: null,
  resolved_by: null,
};

/** What the keys of an alert of the divided form say: its id has the time at which it was raised. */
function impliedByKeys({ id, tenant_id }: Fields): Fields {
  return { ...NULL_UNLESS_STORED, id, tenant_id, created_at: createdAt(id) };
}

const createdAt = (id: unknown) => formatTimestamp(timeOfId(String(id)));

/** The form of an alert that the table stores under `data`. */
export function storeAlert(alert: Fields, form: AlertForm): Fields {
  const implied: Fields = { ...impliedFields(alert), ...(isDivided(form) ? impliedByKeys(alert) : {}) };
  const names: Readonly<Record<string, string>> = STORED_NAMES;
  const stored: Record<string, unknown> = {};
  for (const name in alert) {
    const value = alert[name];
    if (!BESIDE_DATA.has(name) && implied[name] !== value) stored[names[name] ?? name] = value;
  }
  return stored;
}

/**
 * Restores the fields that this release knows from the stored form of an alert, and from the keys of its item. It names each field, because the entries of
 * objects took most of Guard's own time for a page of alerts.
 */
export function loadAlert(stored: Fields, item: Fields) {
  const id = stored['id'] ?? item['id'];
  const created_at = stored['created_at'] ?? createdAt(id);
  const data = stored['created_at'] === undefined ? { ...stored, created_at } : stored;
  const implied = impliedFields(data);
  return {
    id,
    tenant_id: data['tenant_id'] ?? tenantIdOf({ pk: String(item['pk']), sk: '' }),
    site_id: data['site_id'],
    zone_id: data['zone_id'] ?? null,
    device_id: data['device_id'] ?? null,
    type: data['type'],
    severity: data['severity'],
    status: data['status'],
    message: data['message'],
    acknowledged_at: data['acknowledged_at'] ?? null,
    acknowledged_by: data['acknowledged_by'] ?? null,
    resolved_at: data['resolved_at'] ?? null,
    resolved_by: data['resolved_by'] ?? null,
    created_at,
    updated_at: data['updated_at'],
    version: storedOr(data['version'], implied.version),
    occurred_at: storedOr(data['occurred_at'], implied.occurred_at),
    occurrences: storedOr(data['occurrences'], implied.occurrences),
    last_occurred_at: storedOr(data['last_occurred_at'], implied.last_occurred_at),
    dedup_key: storedOr(data['dedup_key'], implied.dedup_key),
    raised_by: data['raised_by'],
    acknowledged_by_name: storedOr(data[STORED_NAMES.acknowledged_by_name], implied.acknowledged_by_name),
    resolved_by_name: storedOr(data[STORED_NAMES.resolved_by_name], implied.resolved_by_name),
    site_name: storedOr(data[STORED_NAMES.site_name], implied.site_name),
    zone_name: storedOr(data[STORED_NAMES.zone_name], implied.zone_name),
    device_name: storedOr(data[STORED_NAMES.device_name], implied.device_name),
    resolution: storedOr(data['resolution'], implied.resolution),
    escalation_level: storedOr(data['escalation_level'], implied.escalation_level),
    test_id: data['test_id'],
    reported_type: data['reported_type'],
    restored_at: data['restored_at'],
    cancelled: data['cancelled'],
    parked: isStillParked(data) ? data['parked'] : undefined,
    drill: data['drill'],
    picture_count: data['picture_count'],
  };
}

/**
 * Whether the parking of an alert holds. Another release, which does not know it, leaves it when the alert becomes active again
 * or is taken over: that parking is older than the acknowledgement.
 */
function isStillParked({ status, acknowledged_at, parked }: Fields): boolean {
  const since = isFields(parked) ? parked['since'] : undefined;
  return status === 'acknowledged' && typeof since === 'string' && since >= String(acknowledged_at);
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** Returns the stored value, even if it is null; without one, the usual value. */
function storedOr(stored: unknown, implied: unknown): unknown {
  return stored === undefined ? implied : stored;
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}
