import type { RecordedActor } from '../actor.ts';
import type { Alert, AlertSeverity } from './alert.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

/** The place of an alert, with the names that it stores. */
export interface AlertPlace {
  readonly site: Named & { readonly tenant_id: string };
  readonly zone?: Named | undefined;
  readonly device?: Named | undefined;
}

export interface AlertReport {
  readonly type: string;
  readonly severity: AlertSeverity;
  readonly message: string;
  readonly dedup_key?: string | undefined;
  readonly occurred_at?: string | undefined;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  readonly reported_type?: string | undefined;
  /** The sent text of a time that does not count. */
  readonly reported_at?: string | undefined;
}

export function newAlert(
  id: string,
  { site, zone, device }: AlertPlace,
  report: AlertReport,
  { actor, at }: { readonly actor: RecordedActor; readonly at: string },
): Alert {
  const {
    type,
    severity,
    message,
    dedup_key = null,
    occurred_at = at,
    metadata = {},
    reported_type,
    reported_at,
  } = report;
  return {
    id,
    tenant_id: site.tenant_id,
    site_id: site.id,
    zone_id: zone?.id ?? null,
    device_id: device?.id ?? null,
    type,
    severity,
    status: 'active',
    message,
    acknowledged_at: null,
    acknowledged_by: null,
    resolved_at: null,
    resolved_by: null,
    created_at: at,
    updated_at: at,
    version: 1,
    occurred_at,
    occurrences: 1,
    last_occurred_at: occurred_at,
    dedup_key,
    raised_by: actor,
    acknowledged_by_name: null,
    resolved_by_name: null,
    site_name: site.name,
    zone_name: zone?.name ?? null,
    device_name: device?.name ?? null,
    resolution: null,
    escalation_level: 0,
    metadata,
    ...(reported_type === undefined ? {} : { reported_type }),
    ...(reported_at === undefined ? {} : { reported_at }),
  };
}
