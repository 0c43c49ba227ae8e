/** The fields of an alert in the order of the API. The table keeps no order, and omits fields that its others or its keys say. */
// biome-ignore lint/suspicious/noExplicitAny: the floor has no types
export function alertOf({ pk, id, data }: any) {
  const createdAt = new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16))
    .toISOString()
    .replace('Z', '+00:00');
  const occurredAt = data.occurred_at ?? createdAt;
  const steps = 1 + (data.acknowledged_at === undefined ? 0 : 1) + (data.resolved_at === undefined ? 0 : 1);
  return {
    id,
    tenant_id: pk.slice('TENANT#'.length),
    site_id: data.site_id,
    zone_id: data.zone_id ?? null,
    device_id: data.device_id ?? null,
    type: data.type,
    severity: data.severity,
    status: data.status,
    message: data.message,
    acknowledged_at: data.acknowledged_at ?? null,
    acknowledged_by: data.acknowledged_by ?? null,
    resolved_at: data.resolved_at ?? null,
    resolved_by: data.resolved_by ?? null,
    created_at: createdAt,
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
