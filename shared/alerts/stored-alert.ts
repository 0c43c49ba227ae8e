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

/** An alert as it is kept under `data`. */
export function storeAlert({ metadata: _, ...alert }: Fields): Fields {
  const implied = impliedFields(alert);
  return Object.fromEntries(Object.entries(alert).filter(([name, value]) => implied[name] !== value));
}

/** The opposite. The version is at least what a release before 0.7.0 leaves, which raises none. */
export function loadAlert(data: Fields): Fields {
  const implied = impliedFields(data);
  const version = Math.max(Number(implied['version']), Number(data['version'] ?? 0));
  return { ...implied, ...data, version };
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}
