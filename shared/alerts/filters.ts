import * as z from 'zod/mini';
import { idField, timestampInput } from '../fields.ts';
import { valuesFilter } from '../lists/values-filter.ts';
import { withMeta } from '../with-meta.ts';
import { ALERT_TYPE_DESCRIPTION, alertSeverityField, alertStatusField, alertTypeField } from './alert.ts';

/** The query parameters that filter an alert list (docs/api-contract.md, "Alerts"). */
export const alertFilterFields = {
  // Repeated for the parameter: the reference does not show the description of its schema.
  type: valuesFilter(alertTypeField, ALERT_TYPE_DESCRIPTION),
  severity: valuesFilter(alertSeverityField),
  status: valuesFilter(alertStatusField),
  device_id: withMeta(z.optional(idField), {
    description: 'Only alerts of this device. For a deleted device, a platform admin must add `tenant_id`.',
  }),
  since: withMeta(z.optional(timestampInput), {
    description: 'Only alerts created at this time or later, to the millisecond.',
  }),
  until: withMeta(z.optional(timestampInput), {
    description: 'Only alerts created before this time, to the millisecond.',
  }),
};
