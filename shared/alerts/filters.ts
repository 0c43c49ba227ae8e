import * as z from 'zod/mini';
import { withMeta } from '../with-meta.ts';
import { ALERT_TYPE_DESCRIPTION, alertSeverityField, alertStatusField, alertTypeField } from './alert.ts';

/** The query parameters that filter an alert list (docs/api-contract.md, "Lists"). */
export const alertFilterFields = {
  // Said again of the parameter: the reference shows no description of a parameter's schema.
  type: withMeta(z.optional(alertTypeField), { description: ALERT_TYPE_DESCRIPTION }),
  severity: z.optional(alertSeverityField),
  status: z.optional(alertStatusField),
};
