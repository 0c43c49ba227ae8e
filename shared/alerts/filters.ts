import { alertSeverityField, alertStatusField, alertTypeField } from './alert.ts';

/** The query parameters that filter an alert list (specification section 4). */
export const alertFilterFields = {
  type: alertTypeField.optional(),
  severity: alertSeverityField.optional(),
  status: alertStatusField.optional(),
};
