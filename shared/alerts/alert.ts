import * as z from 'zod/mini';
import { EXAMPLE_IDS } from '../example-ids.ts';
import { idField, slugField, textField, timestampField } from '../fields.ts';
import { pageOf } from '../lists/contract.ts';
import { defineKind } from '../table/kind.ts';
import { withMeta } from '../with-meta.ts';

/** Alert types that Guard's own clients know; the type is open to others. */
export const KNOWN_ALERT_TYPES = [
  'panic',
  'device-offline',
  'intrusion',
  'fire',
  'tamper',
  'low-battery',
] as const;

export const ALERT_SEVERITIES = ['info', 'low', 'medium', 'high', 'critical'] as const;

export const ALERT_STATUSES = ['active', 'acknowledged', 'resolved'] as const;

export const ALERT_TYPE_DESCRIPTION = `What happened: an open set, of which ${KNOWN_ALERT_TYPES.map((type) => `\`${type}\``).join(', ')} are known.`;

export const alertTypeField = withMeta(slugField, {
  description: ALERT_TYPE_DESCRIPTION,
  examples: [...KNOWN_ALERT_TYPES],
});
export const alertSeverityField = withMeta(z.enum(ALERT_SEVERITIES), { id: 'AlertSeverity' });
export const alertStatusField = withMeta(z.enum(ALERT_STATUSES), { id: 'AlertStatus' });
const alertMessageField = withMeta(textField(1000), { examples: ['Panic button pressed'] });

const EXAMPLE = {
  site_id: EXAMPLE_IDS.site,
  zone_id: EXAMPLE_IDS.zone,
  device_id: EXAMPLE_IDS.device,
  type: 'panic',
  severity: 'critical',
  message: 'Panic button pressed',
};

/** What clients send to raise an alert. */
export const alertInputSchema = withMeta(
  z.strictObject({
    site_id: idField,
    zone_id: withMeta(z.optional(z.nullable(idField)), { description: 'A zone of the site, or none.' }),
    device_id: withMeta(z.optional(z.nullable(idField)), { description: 'A device of the site, or none.' }),
    type: alertTypeField,
    severity: alertSeverityField,
    message: alertMessageField,
  }),
  { id: 'AlertInput', examples: [EXAMPLE] },
);

export type AlertInput = z.infer<typeof alertInputSchema>;

/** An alert as stored and as clients see it (docs/api-contract.md, "Alerts"). */
export const alertSchema = withMeta(
  z.object({
    id: idField,
    tenant_id: idField,
    site_id: idField,
    zone_id: z.nullable(idField),
    device_id: z.nullable(idField),
    type: alertTypeField,
    severity: alertSeverityField,
    status: alertStatusField,
    message: z.string(),
    acknowledged_at: z.nullable(timestampField),
    acknowledged_by: z.nullable(idField),
    resolved_at: z.nullable(timestampField),
    resolved_by: z.nullable(idField),
    created_at: timestampField,
    updated_at: timestampField,
  }),
  {
    id: 'Alert',
    description: 'Something that happened at a site and that somebody must see to.',
    examples: [
      {
        id: EXAMPLE_IDS.alert,
        tenant_id: EXAMPLE_IDS.tenant,
        ...EXAMPLE,
        status: 'acknowledged',
        acknowledged_at: '2026-11-20T12:01:05.000+00:00',
        acknowledged_by: EXAMPLE_IDS.user,
        resolved_at: null,
        resolved_by: null,
        created_at: '2026-11-20T12:00:30.000+00:00',
        updated_at: '2026-11-20T12:01:05.000+00:00',
      },
    ],
  },
);

export const alertPageSchema = pageOf(alertSchema, 'AlertPage');

export type Alert = z.infer<typeof alertSchema>;
export type AlertStatus = Alert['status'];
export type AlertSeverity = Alert['severity'];

/** The filters of an alert list (docs/api-contract.md, "Lists"). */
export interface AlertFilters {
  readonly status?: AlertStatus | undefined;
  readonly type?: string | undefined;
  readonly severity?: AlertSeverity | undefined;
}

/** No parent counts it: it outlives what raised it, and alerts of one site must not wait for each other. */
export const ALERTS = defineKind({
  name: 'ALERT',
  schema: alertSchema,
  indexes: {
    platform: ['all', 'status', 'severity', 'type_severity'],
    tenant: ['all', 'status', 'severity', 'type_severity'],
    site: ['all', 'status', 'type', 'severity', 'type_severity'],
  },
  facets: ({ status, type, severity }) => ({ status, type, severity }),
});
