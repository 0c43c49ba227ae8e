type Fields = Readonly<Record<string, unknown>>;

/**
 * What is not stored of an alert, because it follows from what is: so an ordinary alert's copy in an index stays within
 * one write unit, and an alert that is older than a field has it all the same. The other fields are always stored, null
 * included: releases before 0.7.0 need them.
 */
function impliedFields(data: Fields): Fields {
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

/** What fields are called where they are stored: each index holds the names with the values. */
const STORED_NAMES: Readonly<Record<string, string>> = {
  acknowledged_by_name: 'ack_by',
  resolved_by_name: 'res_by',
  site_name: 'site',
  zone_name: 'zone',
  device_name: 'device',
};
const NAMES = Object.fromEntries(Object.entries(STORED_NAMES).map(([name, stored]) => [stored, name]));

/** An alert as it is kept under `data`. */
export function storeAlert({ metadata: _, ...alert }: Fields): Fields {
  const implied = impliedFields(alert);
  const kept = Object.entries(alert).filter(([name, value]) => implied[name] !== value);
  return Object.fromEntries(kept.map(([name, value]) => [STORED_NAMES[name] ?? name, value]));
}

/** The opposite. The version is at least what a release before 0.7.0 leaves, which raises none. */
export function loadAlert(data: Fields): Fields {
  const implied = impliedFields(data);
  const version = Math.max(Number(implied['version']), Number(data['version'] ?? 0));
  const kept = Object.entries(data).map(([name, value]) => [NAMES[name] ?? name, value]);
  return { ...implied, ...Object.fromEntries(kept), version };
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}
