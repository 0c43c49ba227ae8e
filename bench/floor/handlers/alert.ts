/** The fields of an alert, in the order in which clients see them: the table keeps none. */
// biome-ignore lint/suspicious/noExplicitAny: the floor looks at no types
export function alertOf(data: any) {
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
  };
}
