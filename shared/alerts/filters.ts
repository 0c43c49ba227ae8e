import * as z from 'zod/mini';
import { idField, timestampInput } from '../fields.ts';
import { valuesFilter } from '../lists/values-filter.ts';
import { withMeta } from '../with-meta.ts';
import { ALERT_TYPE_DESCRIPTION, alertSeverityField, alertStatusField, alertTypeField } from './alert.ts';

/** The query parameters that filter an alert list (docs/api-contract.md, "Alerts"). */
export const alertFilterFields = {
  // Said again of the parameter: the reference shows no description of a parameter's schema.
  type: valuesFilter(alertTypeField, ALERT_TYPE_DESCRIPTION),
  severity: valuesFilter(alertSeverityField),
  status: valuesFilter(alertStatusField),
  device_id: withMeta(z.optional(idField), {
    description:
      'Only what this device has to do with. A platform admin adds `tenant_id` where the device is deleted: without it, nothing is found.',
  }),
  since: withMeta(z.optional(timestampInput), {
    description: 'Only what was created at this time or later, to the millisecond.',
  }),
  until: withMeta(z.optional(timestampInput), {
    description: 'Only what was created before this time, to the millisecond.',
  }),
};
