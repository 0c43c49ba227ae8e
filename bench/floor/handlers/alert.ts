/** The fields of an alert in the order of the API. The table keeps no order, and omits derived fields. */
// biome-ignore lint/suspicious/noExplicitAny: the floor has no types
export function alertOf(data: any) {
  const occurredAt = data.occurred_at ?? data.created_at;
  const steps = 1 + (data.acknowledged_at === null ? 0 : 1) + (data.resolved_at === null ? 0 : 1);
  return {
    id: data.id,
    tenant_id: data.tenant_id,
    site_id: data.site_id,
    zone_id: data.zone_id,
    device_id: data.device_id,
    type: data.type,
    severity: data.severity,
    status: data.status,
    message: data.message,
    acknowledged_at: data.acknowledged_at,
    acknowledged_by: data.acknowledged_by,
    resolved_at: data.resolved_at,
    resolved_by: data.resolved_by,
    created_at: data.created_at,
    updated_at: data.updated_at,
    version: data.version ?? steps,
    occurred_at: occurredAt,
    occurrences: data.occurrences ?? 1,
    last_occurred_at: data.last_occurred_at ?? occurredAt,
    dedup_key: data.dedup_key ?? null,
    raised_by: {
      kind: data.raised_by.kind,
      id: data.raised_by.id,
      name: data.raised_by.name,
    },
    acknowledged_by_name: data.ack_by ?? null,
    resolved_by_name: data.res_by ?? null,
    site_name: data.site ?? null,
    zone_name: data.zone ?? null,
    device_name: data.device ?? null,
    resolution: data.resolution ?? null,
    escalation_level: data.escalation_level ?? 0,
  };
}
